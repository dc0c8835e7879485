/// From list text to signed, published versions: the update server and its administration.
@SuppressWarnings("requires-automatic") // Micrometer, Flyway and the PostgreSQL driver do not describe their modules
module bloomward.server {
    requires transitive bloomward.format;
    requires bloomward.program;
    requires ch.qos.logback.classic;
    requires ch.qos.logback.core;
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.toml;
    requires com.google.protobuf;
    requires flyway.core;
    requires info.picocli;
    requires io.javalin;
    requires jakarta.mail;
    requires java.net.http;
    requires java.sql;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires org.eclipse.jetty.ee10.servlet;
    requires org.eclipse.jetty.server;
    requires org.postgresql.jdbc;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;
    requires static org.checkerframework.checker.qual;
    requires static org.jspecify;

    exports bloomward.server.feed;
    exports bloomward.server.feed.syntax;
    exports bloomward.server.fetch;
    exports bloomward.server.guard;

    opens bloomward.server.admin to com.fasterxml.jackson.databind;
    opens bloomward.server.admin.view to com.fasterxml.jackson.databind;
    opens bloomward.server.event to com.fasterxml.jackson.databind;
    opens bloomward.server.http.admin to com.fasterxml.jackson.databind;
    opens bloomward.server.serve to com.fasterxml.jackson.databind;
    opens bloomward.server.cli to com.fasterxml.jackson.databind, info.picocli; // it sets the fields of commands
    opens bloomward.server.cli.client to com.fasterxml.jackson.databind;
}
