package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Printable;
import bloomward.program.text.Table;
import bloomward.server.admin.view.JobReports.JobView;
import bloomward.server.admin.view.JobReports.JobsView;
import bloomward.server.admin.view.StandingReports.CheckView;
import bloomward.server.admin.view.StandingReports.RouteRight;
import bloomward.server.admin.view.StandingReports.Standing;
import bloomward.server.admin.view.StandingReports.Who;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The commands about the person, the server and what happens: what the console's first pages show.
final class ConsoleCommands {

    private ConsoleCommands() {}

    @Command(name = "console", mixinStandardHelpOptions = true,
            description = {"Shows the address of the console, and opens it in a browser where there is one."},
            footer = {"", "Example: bloomward-admin console --no-open"})
    static final class Open extends AdminCommand {

        @Option(names = "--no-open", description = "Only show the address.")
        private boolean noOpen;

        Open(AdminSession session) {
            super(session);
        }

        private record Address(String address) {}

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Who who = api.whoAmI();
            String address = api.server() + "/console/";
            session.show(new Address(address), page -> {
                page.line(address);
                page.line("Sign in with the token of " + who.name() + " (" + who.role()
                        + "): the text of the token file.");
            });
            boolean hasScreen = session.io().variable("DISPLAY").isPresent()
                    || session.io().variable("WAYLAND_DISPLAY").isPresent();
            if (!noOpen && !session.isJson() && session.io().outIsTerminal() && hasScreen) {
                open(address);
            }
        }

        private void open(String address) {
            try {
                new ProcessBuilder("xdg-open", address).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException _) { // no such program: the address is shown
                session.say("no browser was opened: xdg-open is missing");
            }
        }
    }

    @Command(name = "whoami", mixinStandardHelpOptions = true,
            description = {"Shows whose token it is, its role, and who signs publications."},
            footer = {"", "Example: bloomward-admin whoami"})
    static final class WhoAmI extends AdminCommand {

        @Option(names = "--routes",
                description = "List the routes of the Admin API, and whether the token may use them.")
        private boolean routes;

        WhoAmI(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Who who = api.whoAmI();
            session.show(who, page -> {
                page.line(who.name() + ", " + who.role() + ", at " + who.origin() + " (server " + who.program() + ")");
                if (!who.keys().words().isEmpty()) {
                    page.line(who.keys().words());
                }
                if (who.pending()) {
                    page.line("a publication waits for signatures: 'sign-pending' adds one");
                }
                if (routes) {
                    Table table = new Table("may", "route", "needs");
                    for (RouteRight route : who.routes()) {
                        table.row(route.allowed() ? "yes" : "no", route.route(), route.needs());
                    }
                    page.table(table);
                }
            });
        }
    }

    @Command(name = "status", mixinStandardHelpOptions = true,
            description = {"Shows the publication, its ends, the keys on the server, and what is not ready."},
            footer = {"", "Example: bloomward-admin status -o json"})
    static final class Status extends AdminCommand {

        Status(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Standing now = api.status();
            session.show(now, page -> describe(page, now));
        }

        private static void describe(Page page, Standing now) {
            page.line(now.ready() ? Tone.GOOD : Tone.BAD, now.ready() ? "ready" : "not ready");
            for (CheckView check : now.checks()) {
                if (!check.trouble().isEmpty()) {
                    page.line(Tone.BAD, check.name() + ": " + check.trouble());
                }
            }
            page.line(now.sequence() == 0
                    ? "nothing is published"
                    : "publication " + now.sequence() + " of " + now.issued() + ", expires " + now.expires()
                            + "; latest expires " + now.latestExpires());
            page.line("root " + now.root() + ", expires " + now.rootExpires());
            page.line(now.keys().publisher()
                    ? "the server signs publications"
                    : Optional.of(now.keys().words())
                            .filter(words -> !words.isEmpty())
                            .orElse("people sign publications"));
            if (now.pending()) {
                page.line("a publication waits for signatures");
            }
        }
    }

    @Command(name = "jobs", mixinStandardHelpOptions = true,
            description = {
                "Shows imports, fetches, publications and roll-backs that were begun as jobs, the newest first.",
                "The server keeps them for a day, until it stops."},
            footer = {"", "Example: bloomward-admin jobs"})
    static final class Jobs extends AdminCommand {

        @Parameters(paramLabel = "ID", arity = "0..1", description = "Only this job, with its outcome.")
        private Optional<String> id = Optional.empty();

        Jobs(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            if (id.isPresent()) {
                JobView job = api.job(id.get());
                session.show(job, page -> {
                    page.line(words(job));
                    if (job.problem() != null) {
                        page.line(Tone.BAD, Printable.of(String.valueOf(job.problem())));
                    }
                    if (job.outcome() != null) {
                        page.line(Printable.of(String.valueOf(job.outcome())));
                    }
                });
                return;
            }
            JobsView jobs = api.jobs();
            session.show(jobs, page -> {
                Table table = new Table("id", "began", "state", "kind", "subject", "by", "step");
                for (JobView job : jobs.jobs()) {
                    table.row(job.id(), Figures.time(job.beganAt()), job.state(), job.kind(), job.subject(), job.by(),
                            step(job));
                }
                page.table(table);
            });
        }

        private static String words(JobView job) {
            return job.kind() + " " + job.subject() + " by " + job.by() + ": " + job.state() + " " + step(job);
        }

        private static String step(JobView job) {
            return job.step() + (job.of() == 0 ? "" : " " + job.done() * 100 / job.of() + " %");
        }
    }

    @Command(name = "events", mixinStandardHelpOptions = true,
            description = {"Shows what happens on the server, line by line, until it is interrupted.",
                "With -o json, each line is the data of one event."},
            footer = {"", "Example: bloomward-admin events --count 10"})
    static final class Events extends AdminCommand {

        @Option(names = "--count", paramLabel = "N", description = "End after N events.")
        private Optional<Long> count = Optional.empty();

        @Option(names = "--after", paramLabel = "ROW", description = "Begin behind this row of the audit log.")
        private Optional<Long> after = Optional.empty();

        Events(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            long most = count.orElse(Long.MAX_VALUE);
            Options.requireAtLeast(1, "--count", most);
            long[] shown = new long[1];
            api.events(after, (name, data) -> {
                session.write(session.isJson() ? data + "\n" : name + " " + Printable.of(data) + "\n");
                return ++shown[0] < most;
            });
        }
    }
}
