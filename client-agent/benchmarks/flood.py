"""Floods of an agent's socket by one user, and another user who asks all the while. For run; needs root, for the users."""
import collections, json, multiprocessing, os, re, select, signal, socket, statistics, struct, threading, time

FLOODER, ASKER = 60_001, 65_534  # the second is nobody on Debian; the first has no account, and so takes longest to be named
MANY = 235
THOUSAND = json.dumps({'op': 'check', 'urls': ['a.test'] * 1000}, separators=(',', ':')).encode() + b'\n'
ONE = b'{"op":"check","url":"http://a.example/b"}\n'


def connected(path):
    while True:
        try:
            client = socket.socket(socket.AF_UNIX)
            client.connect(path)
            client.setblocking(False)
            return client
        except (BlockingIOError, ConnectionError, OSError):
            time.sleep(0.001)


def held(path, many, begin, again=None, reads=False, pause=0.01):
    """Keeps that many connections; each sends one thing first and another as often as it can."""
    clients = {}
    while True:
        while len(clients) < many:
            client = connected(path)
            clients[client.fileno()] = [client, begin]
        for number, (client, left) in list(clients.items()):
            try:
                if reads:
                    while client.recv(1 << 16):
                        pass
                    raise ConnectionError
                if select.select([client], [], [], 0)[0] and not client.recv(1, socket.MSG_PEEK):
                    raise ConnectionError
            except BlockingIOError:
                pass
            except OSError:
                client.close()
                del clients[number]
                continue
            try:
                left = left or again or b''
                clients[number][1] = left[client.send(left):] if left else left
            except BlockingIOError:
                pass
            except OSError:
                client.close()
                del clients[number]
        time.sleep(pause)


def storm(path):
    while True:
        connected(path).close()


def spin(path):
    """Tries again and again, and never waits in the queue."""
    while True:
        client = socket.socket(socket.AF_UNIX)
        client.setblocking(False)
        try:
            client.connect(path)
        except OSError:
            pass
        client.close()


def queue(path):
    """Waits for places with two thousand threads."""
    def one():
        while True:
            connected(path).close()

    threading.stack_size(64 << 10)
    for _ in range(2000):
        threading.Thread(target=one, daemon=True).start()
    threading.Event().wait()


def stay(path):
    """Connects more often than there are places, and says nothing."""
    clients = collections.deque()
    while True:
        clients.append(connected(path))
        if len(clients) > 900:
            clients.popleft().close()


FLOODS = {
    'answers of a thousand URLs, never read': lambda path: held(path, MANY, THOUSAND, THOUSAND),
    'answers of one URL, never read': lambda path: held(path, MANY, ONE * 50, ONE * 50),
    'half a line, then a byte now and again': lambda path: held(path, MANY, b'{"op":"check","url":"', b'a', pause=0.1),
    'lines that never end': lambda path: held(path, MANY, b'{"op":"check","urls":["' + b'a' * (1 << 20)),
    'lines of a million values': lambda path: held(path, 32, b'', b'{"op":"check","urls":[' + b'{},' * 340_000 + b'1]}\n',
                                                  reads=True),
    'subscribers that do not read': lambda path: held(path, MANY, b'{"op":"subscribe"}\n', b'{"op":"status"}\n'),
    'questions as fast as they are answered': lambda path: held(path, MANY, THOUSAND, THOUSAND, reads=True, pause=0),
    'silent connections without end': stay,
    'connections that close at once': storm,
    'connections that wait for no place': spin,
    'connections by two thousand threads that wait': queue,
}


def as_user(uid, work, *arguments):
    def run():
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
        work(*arguments)

    process = multiprocessing.get_context('fork').Process(target=run, daemon=True)
    process.start()
    return process


def as_programs_connect(path):
    """First without waiting; where the queue is full, our programs wait for a place in it and try every millisecond, for a second."""
    def tried():
        client = socket.socket(socket.AF_UNIX)
        client.setblocking(False)
        try:
            client.connect(path)
            return client
        except BlockingIOError:
            client.close()

    def wait():
        waiting = socket.socket(socket.AF_UNIX)
        waiting.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack('ll', 1, 0))
        try:
            waiting.connect(path)
            waited.append(waiting)
        except OSError:
            pass

    client, waited = tried(), []
    if client is None:
        turn = threading.Thread(target=wait)
        turn.start()
        while client is None:
            turn.join(0.001)
            if not turn.is_alive():
                client = waited[0] if waited else None
                break
            client = tried()
    if client is None:
        raise OSError('no place for a second')
    return client


def ask(path, listed, until, results):
    """A check every 20 ms, each second one on a connection of its own, as a browser and a shell ask."""
    times, failures, kept = [], collections.Counter(), None
    number = 0
    while time.monotonic() < until:
        number += 1
        began = time.monotonic()
        url, verdict = (listed, 'listed') if number % 3 == 0 else ('http://clean.example/', 'clean')
        try:
            if kept is None or number % 2:
                client = as_programs_connect(path)
                client.settimeout(10)
            else:
                client = kept
            client.sendall(json.dumps({'op': 'check', 'url': url, 'offline': True}).encode() + b'\n')
            answer = b''
            while not answer.endswith(b'\n'):
                more = client.recv(1 << 16)
                if not more:
                    raise ConnectionError('closed')
                answer += more
            said = json.loads(answer)
            if said.get('verdict') != verdict:
                failures[str(said.get('error', said.get('verdict')))] += 1
            if number % 2 and kept is not client:
                if kept:
                    kept.close()
                kept = client
        except OSError as e:
            failures[str(e)] += 1
            kept = None
        times.append(time.monotonic() - began)
        time.sleep(0.02)
    results.put((times, dict(failures)))


def memory(pid):
    status = open(f'/proc/{pid}/status').read()
    return [int(re.search(rf'^{key}:\s+(\d+)', status, re.M)[1]) // 1024 for key in ('VmRSS', 'VmHWM')]


class Life(threading.Thread):
    """Waits for the end of an agent, and says when it came and how."""

    def __init__(self, agent):
        super().__init__(daemon=True)
        self.agent, self.during, self.began, self.end = agent, 'before the floods', time.monotonic(), None
        self.start()

    def enter(self, during):
        self.during, self.began = during, time.monotonic()

    def run(self):
        code = self.agent.wait()
        how = f'exit status {code}' if code >= 0 else f'killed by {signal.Signals(-code).name}'
        self.end = f'the agent ended with {how}, {time.monotonic() - self.began:.1f} s into: {self.during}'


def measure(path, agent, listed, seconds, names):
    """One flood after the other.

    @return how the agent ended, or None while it lives
    """
    pid, life = agent.pid, Life(agent)
    print(f'each for {seconds} s; load before them {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors')
    print('| flood | checks of the other user | failures | p50 | p99 | max, ms | RSS now, highest, MB |')
    print('|---|---|---|---|---|---|---|')
    for name, flood in {'none': None, **FLOODS}.items():
        if not re.search(names, name):
            continue
        life.enter(name)
        results = multiprocessing.get_context('fork').Queue()
        flooding = [as_user(FLOODER, flood, path)] if flood else []
        time.sleep(1)
        asking = as_user(ASKER, ask, path, listed, time.monotonic() + seconds, results)
        times, failures = results.get()
        asking.join()
        for process in flooding:
            process.kill()
            process.join()
        life.enter('the second after ' + name)
        life.join(1)
        times = sorted(times) or [float('nan')]
        cut = statistics.quantiles(times * 2, n=100)
        print(f'| {name} | {len(times)} | {sum(failures.values())} {failures or ""} | {cut[49] * 1000:.1f} | '
              f'{cut[98] * 1000:.1f} | {times[-1] * 1000:.1f} | '
              f'{"ended" if life.end else ", ".join(map(str, memory(pid)))} |', flush=True)
        if life.end:
            return life.end
    print(f'load after them {os.getloadavg()[0]:.1f}')
    return None
