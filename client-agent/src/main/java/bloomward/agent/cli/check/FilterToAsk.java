package bloomward.agent.cli.check;

import bloomward.agent.check.ListSet;
import bloomward.agent.cli.check.MappedJudge.Mapped;
import bloomward.agent.cli.io.InputFile;
import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.release.SignedFilter;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;

/// Opens a filter file that is used without installed lists.
final class FilterToAsk {

    private FilterToAsk() {}

    /// @param rootFile the root note that verifies it; empty if no signature is verified
    static Mapped open(Path file, Optional<Path> rootFile, Clock clock) throws IOException, CommandException {
        if (rootFile.isEmpty()) {
            return unsigned(file);
        }
        return signed(file, InputFile.root(rootFile.get(), InputFile.rootNote(rootFile.get())), clock);
    }

    private static Mapped signed(Path file, Root root, Clock clock) throws IOException, CommandException {
        try {
            SignedFilter signed = SignedFilter.open(file, root, clock.instant());
            try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(signed::close)) {
                return failure.keep(new Mapped(ListSet.of(signed, root), signed::close));
            }
        } catch (FormatException e) {
            throw InputFile.bad(file, e);
        } catch (UntrustedNoteException e) {
            throw untrusted(file, e.reason(), e);
        } catch (ReleaseException e) {
            throw untrusted(file, e.reason(), e);
        }
    }

    private static Mapped unsigned(Path file) throws IOException, CommandException {
        FilterFile filter = InputFile.filter(file);
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(filter::close)) {
            return failure
                    .keep(new Mapped(ListSet.ofUnsigned(String.valueOf(file.getFileName()), filter), filter::close));
        } catch (FormatException e) {
            throw InputFile.bad(file, e);
        }
    }

    /// A file of URLs is easily taken for the one that is meant.
    static void requireFilter(Path file) throws IOException, CommandException {
        InputFile.requireRegular(file);
        byte[] beginning;
        try (InputStream in = Files.newInputStream(file)) {
            beginning = in.readNBytes(512);
        }
        boolean isText = beginning.length > 0;
        for (byte b : beginning) {
            isText &= b >= ' ' || b == '\n' || b == '\r' || b == '\t' || b < 0;
        }
        if (isText) {
            throw CommandException.error(
                    file + ": text, and not a filter file" + "\nTo check the URLs in it, use --files-from " + file);
        }
    }

    private static CommandException untrusted(Path file, Enum<?> reason, Exception e) {
        return CommandException
                .error(file + ": " + reason.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + e.getMessage());
    }
}
