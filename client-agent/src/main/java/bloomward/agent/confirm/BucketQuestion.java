package bloomward.agent.confirm;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Asks servers for a bucket, one after the other, until one proves it. Safe for all threads.
final class BucketQuestion {

    /// A server may have as many listings in one bucket as it likes. So that no eight answers at once fill a small heap,
    /// more than this, and sixteen times what an even spread gives, is not taken.
    private static final int USUAL_ANSWER = 512 << 10;
    private static final int UNEVEN = 16;

    private final Transport transport;
    private final Supplier<List<URI>> addresses;
    private final Runnable updateWanted;
    private final Tally tally;
    private final AddressBackoff backoff;
    private final LongSupplier nanoTime;

    BucketQuestion(Transport transport, Supplier<List<URI>> addresses, Runnable updateWanted, Tally tally,
            LongSupplier nanoTime) {
        this.transport = transport;
        this.addresses = addresses;
        this.updateWanted = updateWanted;
        this.tally = tally;
        this.backoff = new AddressBackoff(nanoTime);
        this.nanoTime = nanoTime;
    }

    /// The reason why no server can be asked now; [#ask] would give the same at once.
    Optional<String> obstacle() {
        Optional<String> why = Optional.of("no server is known");
        for (URI address : addresses.get()) {
            why = backoff.pause(address);
            if (why.isEmpty()) {
                return why;
            }
        }
        return why;
    }

    Proof ask(ListRelease list, int bucket) {
        Optional<String> why = obstacle();
        boolean isMissing = false;
        for (URI address : addresses.get()) {
            if (backoff.pause(address).isPresent()) {
                continue;
            }
            long askedAt = nanoTime.getAsLong();
            tally.sent();
            try {
                PublicPath path = new PublicPath.Confirm(list.confirmRoot(), bucket);
                switch (transport.get(address, path, maxLength(list), Optional.empty())) {
                    case Reply.Content content -> {
                        Proof.Proven proven = prove(list, bucket, content);
                        backoff.answered(address);
                        return proven;
                    }
                    case Reply.Missing _ -> isMissing = true;
                    case Reply.NotModified _ -> throw new FetchException(FetchException.Reason.NOT_SERVED,
                            address + ": nothing was known before");
                }
            } catch (FetchException e) {
                why = Optional.of(String.valueOf(e.getMessage()));
                backoff.failed(address, askedAt, why.get(), e.retryAfter());
            } catch (FormatException e) {
                tally.lied();
                why = Optional.of(address + ": the answer is not to be believed: " + e.getMessage());
                backoff.failed(address, askedAt, why.get(), Optional.empty());
            }
        }
        if (isMissing) {
            updateWanted.run();
            return new Proof.None("the server no longer answers for version " + list.version() + " of list "
                    + list.name() + ": an update is needed");
        }
        return new Proof.None(why.orElse("no server answered"));
    }

    private static Proof.Proven prove(ListRelease list, int bucket, Reply.Content content) throws FormatException {
        return new Proof.Proven(
                ConfirmAnswer.parse(content.bytes()).prove(list.confirmRoot(), list.confirmBits(), bucket));
    }

    private static int maxLength(ListRelease list) {
        int record = FullHash.SIZE_IN_BYTES + 2 + Category.MAX_LENGTH;
        long inABucket = Math.min(list.entries() >> list.confirmBits().count(), ConfirmAnswer.MAX_SIZE_IN_BYTES);
        long even = inABucket * list.categories().size() * record;
        return (int) Math.min(ConfirmAnswer.MAX_SIZE_IN_BYTES, USUAL_ANSWER + UNEVEN * even);
    }
}
