package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Table;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin token`.
@Command(name = "token", mixinStandardHelpOptions = true, description = "Manages access to the server.",
        footer = {"", "Example: bloomward-admin token list"})
final class TokenCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new TokenCommands()).addSubcommand(new Create(session))
                .addSubcommand(new Shown(session))
                .addSubcommand(new Revoke(session));
    }

    @Command(name = "create", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Creates a token and prints its secret, which is not shown again.",
        "As you have seen the secret, this token and yours count as one person where two are needed. To create a token"
                + " of another person, run 'bloomward-server token' on the server's machine."},
            footer = {"", "Example: (umask 77; bloomward-admin token create ann --role editor > ann.token)"})
    private static final class Create extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "Name of the owner, as it appears in the audit log.")
        private String name = "";

        @Option(names = "--role", required = true, paramLabel = "ROLE",
                description = "reader, editor, reviewer, publisher or admin; each role includes those before it.")
        private Role role = Role.READER;

        Create(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            TokenView token = api.createToken(new NewToken(name, role.label()));
            // The secret alone, so that it can go straight into a file.
            session.show(token, page -> page.line(token.token()));
            session.say("token " + token.id() + " of " + token.name() + ", " + token.role()
                    + "; the secret is not shown again."
                    + " Where two people are needed, it and your token count as one.");
        }
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Shows all tokens, without their secrets.",
            footer = {"", "Example: bloomward-admin token list -o json"})
    private static final class Shown extends AdminCommand {

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Answers.Tokens tokens = api.tokens();
            session.show(tokens, page -> {
                Table table = new Table("id", "name", "role", "created", "created by", "revoked");
                tokens.tokens()
                        .forEach(token -> table.row(Long.toString(token.id()), token.name(), token.role(),
                                Figures.time(token.createdAt()), token.madeBy().isEmpty() ? "-" : token.madeBy(),
                                token.revoked() ? "yes" : "no"));
                page.table(table);
            });
        }
    }

    @Command(name = "revoke", mixinStandardHelpOptions = true, description = "Revokes a token immediately.",
            footer = {"", "Example: bloomward-admin token revoke 3"})
    private static final class Revoke implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "ID", description = "Number of the token.")
        private long id;

        Revoke(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            try (AdminApi api = session.open()) {
                api.revokeToken(id);
            }
            session.say("token " + id + " revoked");
            return ExitCode.DONE;
        }
    }
}
