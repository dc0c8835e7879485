/// The parts that the programs share beside the format: nothing here knows a list, a filter or an agent.
module bloomward.program {
    requires transitive bloomward.format;
    requires transitive info.picocli;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.toml;
    requires static org.jspecify;

    exports bloomward.program.command;
    exports bloomward.program.http;
    exports bloomward.program.pages;
    exports bloomward.program.settings;
    exports bloomward.program.terminal;
    exports bloomward.program.text;
    exports bloomward.program.toml;

    opens bloomward.program.command to info.picocli; // it sets the fields of commands
    opens bloomward.program.pages to info.picocli;
}
