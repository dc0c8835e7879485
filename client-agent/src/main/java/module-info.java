/// From a published version to a verdict about a URL: the agent on each client.
module bloomward.agent {
    requires bloomward.format;
    requires bloomward.program;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.toml;
    requires info.picocli;
    requires jdk.net;
    requires static org.jspecify;

    opens bloomward.agent.cli to info.picocli; // it sets the fields of commands
}
