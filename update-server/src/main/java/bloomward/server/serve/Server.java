package bloomward.server.serve;

import bloomward.format.FormatException;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.http.EnvironmentProxy;
import bloomward.server.admin.AllowAdmin;
import bloomward.server.admin.AuditAdmin;
import bloomward.server.admin.DeletionAdmin;
import bloomward.server.admin.DraftAdmin;
import bloomward.server.admin.EntryAdmin;
import bloomward.server.admin.FeedAdmin;
import bloomward.server.admin.GuardAdmin;
import bloomward.server.admin.GuardLists;
import bloomward.server.admin.HoldAdmin;
import bloomward.server.admin.ListAdmin;
import bloomward.server.admin.PublishAdmin;
import bloomward.server.admin.ReportAdmin;
import bloomward.server.admin.RetentionAdmin;
import bloomward.server.admin.ReviewAdmin;
import bloomward.server.admin.RootAdmin;
import bloomward.server.admin.ServerAdmin;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.admin.UrlImports;
import bloomward.server.api.AdminTable;
import bloomward.server.api.StoredTokens;
import bloomward.server.api.UseCases;
import bloomward.server.cluster.FencedStore;
import bloomward.server.cluster.Lead;
import bloomward.server.cluster.Membership;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.draft.EntryRetention;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.draft.ListDeletion;
import bloomward.server.event.Events;
import bloomward.server.feed.ListLimits;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.Fetcher;
import bloomward.server.guard.GuardDataException;
import bloomward.server.history.History;
import bloomward.server.history.HistoryKeeper;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.admin.AdminListener;
import bloomward.server.http.admin.AdminSetup;
import bloomward.server.http.admin.ReadinessCheck;
import bloomward.server.http.console.ConsoleSetup;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.report.ReportLimits;
import bloomward.server.http.report.ReportSetup;
import bloomward.server.http.tls.TlsFiles;
import bloomward.server.job.Jobs;
import bloomward.server.notify.Notifier;
import bloomward.server.notify.Shelf;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Publisher;
import bloomward.server.publish.Publishing;
import bloomward.server.publish.ServerKeys;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.report.ReportIntake;
import bloomward.server.safebrowsing.CategoryLists;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.place.StorePlace;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running server: store, both listeners, and the automatic work. Closing ends all of it.
public final class Server implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private final Parts parts;
    private final URI publicUri;
    private final URI adminUri;

    /// @param parts receives every opened part, even if a later one fails
    private Server(Parts parts, Settings settings, Optional<char[]> passPhrase, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException, GuardDataException {
        this.parts = parts;
        DataFolder folder = new DataFolder(settings.dataDir()).create();
        StorePlace place = StorePlace.of(settings.database(), settings.databasePassword(), folder.database());
        UUID id = UUID.randomUUID();
        PublisherStore store = parts.opened(new FencedStore(place.open(id)));
        Optional<Gateway> gateway = settings.servesSafeBrowsing()
                ? Optional
                        .of(Gateway.open(folder.safeBrowsing(), CategoryLists.of(settings.safeBrowsingLists()), clock))
                : Optional.empty();
        Publishing publishing = Publishing.open(folder, store, () -> ServerKeys.open(folder.keys(), passPhrase),
                gateway, clock);
        Commits commits = publishing.commits();
        OwnState own = new OwnState(id, settings, folder, commits, clock);
        Optional<Pulse> pulse = place.pulse();
        List<String> ownHosts = ownHosts(commits.current().root());
        GuardLists guards = pulse.isPresent()
                ? GuardLists.open(folder.guards(), ownHosts, store)
                : GuardLists.open(folder.guards(), ownHosts);
        Optional<Membership> membership = pulse.isPresent()
                ? Optional.of(parts.opened(
                        Membership.join(parts.opened(pulse.get()), own::look, new FollowedStore(commits, guards))))
                : Optional.empty();
        Lead lead = membership.map(Membership::lead).orElseGet(Lead::ofOne);
        SecureRandom random = new SecureRandom();
        KeptImports kept = new KeptImports(folder.kept());
        AllowAdmin allowed = new AllowAdmin(store, folder, clock);
        Importer importer = new Importer(store, guards, kept, limits(settings), clock);
        EntryAdmin entries = new EntryAdmin(store, importer, clock);
        Publisher publisher = publishing.publisher(guards);
        FeedPublisher feedPublisher = new FeedPublisher(store, folder, commits, publisher, clock);
        FeedFolder feedFolder = new FeedFolder(folder.feeds());
        Fetcher fetcher = parts.opened(new Fetcher(feedFolder, folder.root().resolve("secrets"), "bloomward-server",
                EnvironmentProxy.of(System.getenv()), clock));
        FeedAdmin feeds = new FeedAdmin(store, entries, fetcher, feedFolder, feedPublisher::waitsFor, clock);
        TokenAdmin tokens = new TokenAdmin(store, random, clock);
        AuditAdmin audit = new AuditAdmin(store, clock);
        Duration keptHistory = Duration.ofDays(settings.number(ServerSetting.HISTORY_DAYS));
        Jobs jobs = new Jobs(random, clock);
        Events events = new Events(store, jobs, System::nanoTime);
        DraftAdmin drafts = new DraftAdmin(store, guards, allowed, publishing.digests(), gateway.isPresent(), clock);
        List<ReadinessCheck> checks = new ArrayList<>();
        UseCases use = new UseCases(new ListAdmin(store, random, feedPublisher::waitsFor, clock),
                new DeletionAdmin(store, feeds, new ListDeletion(kept), clock), drafts, entries,
                new UrlImports(feeds, entries, folder.scratch(), random, clock), allowed,
                new HoldAdmin(store, new HoldDecisions(kept), guards, clock), new ReportAdmin(store, importer, clock),
                new PublishAdmin(store, publisher, publishing, clock), feeds, new GuardAdmin(store, guards, clock),
                tokens, audit, new RetentionAdmin(store, keptHistory, clock),
                new RootAdmin(folder, publishing, passPhrase), new ServerAdmin(store, own::look, clock),
                new ReviewAdmin(store, drafts, publishing.digests(), clock), new History(store, clock), jobs, events,
                new StandingOfServer(publishing, checks), commits::current, folder.scratch());
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Health health = new Health(folder, store, commits, clock);
        Runnable beforeScrape = health.register(metrics);
        Polls polls = new Polls(clock);
        polls.register(metrics);
        gateway.ifPresent(each -> each.register(metrics));
        health.keys().ifPresent(words -> LOG.warn("keys: {}", words));
        if (!commits.holdsPublisherKeys()) {
            LOG.info("keys: the publisher's key is not on the server; people sign publications and renewals");
        }
        Optional<TlsFiles> tls = settings.tls().map(files -> new TlsFiles(files.certificate(), files.key()));
        HttpLimits limits = HttpLimits.DEFAULT.withProxies(settings.trustedProxies());
        PublicListener open = parts.opened(PublicListener.start(settings.listen(), tls,
                PublishedContent.of(folder, commits, new KnownDigests(store, commits), polls, others(membership),
                        clock),
                settings.takesReports()
                        ? Optional.of(new ReportSetup(new ReportIntake(store, ReportIntake.Room.DEFAULT, clock),
                                ReportLimits.DEFAULT, settings.trustedProxies(), metrics, System::nanoTime, random))
                        : Optional.empty(),
                gateway, limits, metrics));
        checks.addAll(health.checks());
        checks.add(new ReadinessCheck("tls", open::tlsTrouble));
        membership.ifPresent(each -> {
            checks.add(new ReadinessCheck("servers", each::trouble));
            checks.add(new ReadinessCheck("lag", each::lag));
        });
        gateway.ifPresent(each -> checks.add(new ReadinessCheck("safe-browsing", each::trouble)));
        AdminSetup administration = AdminSetup.of(new StoredTokens(tokens), new AdminTable(use).routes(), checks,
                limits, metrics, beforeScrape, random);
        AdminListener admin = parts.opened(AdminListener.start(settings.adminListen(), tls,
                settings.servesConsole()
                        ? administration.with(new ConsoleSetup(settings.adminOrigin(), new SignIns(audit)))
                        : administration));
        parts.opened(jobs); // ends before the listener, and the streams before it: they would hold up its end
        parts.opened(events);
        Conditions conditions = new Conditions(folder, store, commits, polls, open::tlsExpires,
                Conditions.Limits.of(settings), clock);
        Shelf told = membership.isPresent() ? new SharedShelf(store, lead) : Shelf.of(folder.notices());
        Notifier notifier = parts
                .opened(Notifier.open(settings, told, commits.current().root().origin(), metrics, clock, random));
        Notices notices = new Notices(notifier, conditions, lead);
        Rounds rounds = parts.opened(new Rounds());
        Housekeeping housekeeping = new Housekeeping(store, publishing, feedPublisher);
        FeedRounds feedRounds = parts.opened(new FeedRounds(feeds, feedPublisher::publish, lead));
        housekeeping.begin(rounds, lead, feedRounds, folder, settings.exportDir(), clock);
        EntryRetention retention = new EntryRetention(store);
        rounds.everyOfLeader(lead, 1, 1, TimeUnit.HOURS, "retention",
                () -> retention.run(Publisher.SERVER, clock.instant(), keptHistory));
        rounds.every(1, TimeUnit.MINUTES, "tls", () -> {
            open.lookAtTls();
            admin.lookAtTls();
        });
        rounds.everyOfLeader(lead, 5, 60, TimeUnit.SECONDS, "notify", notices::tell);
        ClusterGauges.register(metrics, lead, membership);
        HistoryKeeper history = new HistoryKeeper(store, polls::takeAges, clock);
        rounds.every(1, TimeUnit.MINUTES, "history", history::look);
        Health.registerCertificate(metrics, open::tlsExpires, clock);
        this.publicUri = open.uri();
        this.adminUri = admin.uri();
    }

    private static PublishedContent.Others others(Optional<Membership> membership) {
        return membership.<PublishedContent.Others>map(joined -> new PublishedContent.Others() {

            @Override
            public boolean isCurrent() {
                return joined.isCurrent();
            }

            @Override
            public long revision() {
                return joined.revision();
            }

            @Override
            public boolean look(long before) {
                return joined.look(before);
            }
        }).orElse(PublishedContent.NONE);
    }

    /// Opens all parts.
    ///
    /// @param passPhrase of the keys in the key folder, if they are encrypted
    public static Server start(Settings settings, Optional<char[]> passPhrase, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException, GuardDataException {
        Parts parts = new Parts();
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(parts::close)) {
            return failure.keep(new Server(parts, settings, passPhrase, clock));
        }
    }

    public URI publicUri() {
        return publicUri;
    }

    public URI adminUri() {
        return adminUri;
    }

    /// Stops the listeners first, the store last.
    @Override
    public void close() {
        parts.close();
    }

    /// The limits on lists that people and feeds bring.
    private static ListLimits limits(Settings settings) {
        return new ListLimits(settings.number(ServerSetting.IMPORT_MAX_BYTES),
                settings.number(ServerSetting.IMPORT_MAX_LINES),
                Math.toIntExact(settings.number(ServerSetting.IMPORT_MAX_LINE_BYTES)),
                Math.toIntExact(settings.number(ServerSetting.IMPORT_MAX_EXPANSION)),
                Duration.ofSeconds(settings.number(ServerSetting.IMPORT_MAX_SECONDS)),
                ListLimits.DEFAULT.samplesPerReason());
    }

    /// The hosts of the publication itself, which must never be listed.
    private static List<String> ownHosts(Root root) {
        return root.addresses()
                .stream()
                .map(URI::getHost)
                .filter(host -> host != null && host.indexOf('.') > 0)
                .toList();
    }
}
