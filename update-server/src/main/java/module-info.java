/// From list text to signed, published versions: the update server and its administration.
module bloomward.server {
    requires transitive bloomward.format;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires static org.jspecify;

    exports bloomward.server.feed;
}
