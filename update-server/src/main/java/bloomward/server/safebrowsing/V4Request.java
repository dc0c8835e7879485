package bloomward.server.safebrowsing;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads the requests of version 4. What a client does not say is 0 or empty; fields that are not needed are skipped.
final class V4Request {

    private static final int MOST_REPEATED = 4096;

    private V4Request() {}

    /// A list that a client wants to have.
    ///
    /// @param state what it has; empty for nothing
    /// @param compressions that it reads
    @SuppressWarnings("ArrayRecordComponent") // read at once
    record ListAsked(int threat, int platform, int entryType, byte[] state, Update.Bounds bounds,
            List<Integer> compressions) {}

    /// A question about full hashes.
    record FullHashes(List<Integer> threats, List<Integer> platforms, List<Integer> entryTypes,
            List<byte[]> prefixes) {}

    /// Takes one field.
    @FunctionalInterface
    private interface Fields {

        /// @return whether it was read; otherwise it is skipped
        boolean read(int field, int type, CodedInputStream in) throws IOException;
    }

    /// The lists of a `FetchThreatListUpdatesRequest`.
    static List<ListAsked> lists(byte[] request) throws RefusedException {
        List<ListAsked> lists = new ArrayList<>();
        try {
            read(request, (field, type, in) -> {
                if (field == 3 && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                    requireFew(lists.size());
                    lists.add(list(in.readByteArray()));
                    return true;
                }
                return false;
            });
        } catch (IOException e) {
            throw malformed();
        }
        return lists;
    }

    private static ListAsked list(byte[] message) throws IOException {
        int[] numbers = new int[6];
        byte[][] parts = {{}, {}};
        read(message, (field, type, in) -> {
            if ((field == 1 || field == 2 || field == 5) && type == WireFormat.WIRETYPE_VARINT) {
                numbers[field] = in.readInt32();
                return true;
            }
            if ((field == 3 || field == 4) && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                parts[field - 3] = in.readByteArray();
                return true;
            }
            return false;
        });
        int[] bounds = new int[3];
        List<Integer> compressions = new ArrayList<>();
        read(parts[1], (field, type, in) -> {
            if ((field == 1 || field == 2) && type == WireFormat.WIRETYPE_VARINT) {
                bounds[field] = in.readInt32();
                return true;
            }
            return field == 4 && readNumbers(type, in, compressions);
        });
        return new ListAsked(numbers[1], numbers[2], numbers[5], parts[0],
                new Update.Bounds(Math.max(0, bounds[1]), Math.max(0, bounds[2])), compressions);
    }

    /// A `FindFullHashesRequest`.
    static FullHashes fullHashes(byte[] request) throws RefusedException {
        FullHashes asked = new FullHashes(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try {
            read(request, (field, type, in) -> {
                if (field == 3 && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                    threatInfo(in.readByteArray(), asked);
                    return true;
                }
                return false;
            });
        } catch (IOException e) {
            throw malformed();
        }
        return asked;
    }

    private static void threatInfo(byte[] message, FullHashes asked) throws IOException {
        read(message, (field, type, in) -> switch (field) {
            case 1 -> readNumbers(type, in, asked.threats());
            case 2 -> readNumbers(type, in, asked.platforms());
            case 4 -> readNumbers(type, in, asked.entryTypes());
            case 3 -> {
                if (type != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                    yield false;
                }
                requireFew(asked.prefixes().size());
                asked.prefixes().add(hash(in.readByteArray()));
                yield true;
            }
            default -> false;
        });
    }

    private static byte[] hash(byte[] entry) throws IOException {
        byte[][] hash = {{}};
        read(entry, (field, type, in) -> {
            if (field == 1 && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                hash[0] = in.readByteArray();
                return true;
            }
            return false;
        });
        return hash[0];
    }

    /// Numbers one by one, or packed.
    private static boolean readNumbers(int type, CodedInputStream in, List<Integer> into) throws IOException {
        if (type == WireFormat.WIRETYPE_VARINT) {
            requireFew(into.size());
            into.add(in.readInt32());
            return true;
        }
        if (type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            CodedInputStream packed = CodedInputStream.newInstance(in.readByteArray());
            while (!packed.isAtEnd()) {
                requireFew(into.size());
                into.add(packed.readInt32());
            }
            return true;
        }
        return false;
    }

    private static void read(byte[] message, Fields fields) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (!fields.read(WireFormat.getTagFieldNumber(tag), WireFormat.getTagWireType(tag), in)) {
                if (!in.skipField(tag)) {
                    throw new InvalidProtocolBufferException("a group ends that did not begin");
                }
            }
        }
    }

    private static void requireFew(int count) throws IOException {
        if (count >= MOST_REPEATED) {
            throw new InvalidProtocolBufferException("too many");
        }
    }

    private static RefusedException malformed() {
        return RefusedException.invalid("the request is no message of this protocol");
    }
}
