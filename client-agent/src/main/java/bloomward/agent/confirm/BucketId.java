package bloomward.agent.confirm;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;

/// A bucket of a version of a list: all that a server is told.
record BucketId(ConfirmRoot root, int number) {

    static BucketId of(ListRelease list, FullHash hash) {
        return new BucketId(list.confirmRoot(), list.confirmBits().bucketOf(hash));
    }
}
