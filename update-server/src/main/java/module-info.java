/// From list text to signed, published versions: the update server and its administration.
module bloomward.server {
    requires info.picocli;
    requires static org.jspecify;
}
