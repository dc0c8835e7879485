package bloomward.agent.confirm;

import bloomward.agent.confirm.Confirmation.Confirmed;
import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.agent.confirm.Confirmation.Refuted;

/// Counts for [ConfirmCounts]. Safe for all threads.
final class Tally {

    private long confirmed;
    private long refuted;
    private long noAnswer;
    private long fromMemory;
    private long sent;
    private long lies;

    synchronized void answered(Confirmation with, boolean isFromMemory) {
        switch (with) {
            case Confirmed _ -> confirmed++;
            case Refuted _ -> refuted++;
            case NoAnswer _ -> noAnswer++;
        }
        if (isFromMemory) {
            fromMemory++;
        }
    }

    synchronized void sent() {
        sent++;
    }

    synchronized void lied() {
        lies++;
    }

    synchronized ConfirmCounts counts() {
        return new ConfirmCounts(confirmed + refuted + noAnswer, confirmed, refuted, noAnswer, fromMemory, sent, lies);
    }
}
