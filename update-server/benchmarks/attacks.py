"""Attacks by uploads, by an allow list and by connections, and what others see of the server meanwhile. For run."""
import http.client, json, os, re, resource, socket, statistics, threading, time, urllib.error, urllib.request, zlib

MIB = 1 << 20
CONNECTIONS = 2300  # of each of two addresses, which ask for something every few seconds


class Watch:
    """A second administrator's changes and a reader's questions, one after the other, as long as something else goes on."""

    def __init__(self, server):
        self.server, self.stop = server, threading.Event()
        self.changes, self.revocations, self.reads = [], [], []
        self.threads = [threading.Thread(target=work) for work in (self.change, self.revoke, self.read)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def timed(self, times, work):
        began = time.monotonic()
        work()
        times.append(time.monotonic() - began)
        time.sleep(0.1)

    def change(self):
        number = 0
        while not self.stop.is_set():
            number += 1
            self.timed(self.changes, lambda: self.server.add('other', f'watch-{number}.example'))

    def revoke(self):
        while not self.stop.is_set():
            made = self.server.ask('POST', '/tokens', {'name': 'short', 'role': 'reader'})
            self.timed(self.revocations, lambda: self.server.ask('POST', f"/tokens/{made['id']}/revocation", {}))

    def read(self):
        while not self.stop.is_set():
            self.timed(self.reads, lambda: (self.server.ask('GET', '/lists'), self.server.get('/v1/latest')))

    def row(self):
        return ' | '.join(f'{max(times) * 1000:.0f} of {len(times)}' for times in (self.changes, self.revocations, self.reads))


def upload(server, body, name='attacked'):
    """The server's answer to a list, whatever it is."""
    request = urllib.request.Request(server.at['admin'] + f'/admin/v1/lists/{name}/imports?source=attack&replace=false', data=body,
                                     method='POST', headers={'Authorization': 'Bearer ' + server.token,
                                                             'Content-Type': 'application/octet-stream'})
    try:
        with urllib.request.urlopen(request, timeout=3600) as answer:
            said = json.loads(answer.read())
            return f"200: {said['accepted']} accepted, {said['duplicates']} duplicates, {sum(said['rejected'].values())} rejected"
    except urllib.error.HTTPError as e:
        said = json.loads(e.read())
        return f"{e.code}: {said.get('detail', said)}"


def bomb(line, size):
    """So many bytes of one line, compressed."""
    packer, block = zlib.compressobj(9, zlib.DEFLATED, 31), line * (MIB // len(line))
    return b''.join([packer.compress(block) for _ in range(size // len(block))] + [packer.flush()])


def marks(size):
    """Hosts of combining marks that alternate, which are dear to normalise."""
    line = ('a' + '\u0323\u0307' * 100 + '.example\n').encode()
    return line * (size // len(line))


def uploads(new_server):
    print('| upload | bytes | seconds | answer | longest of others, ms: change, revocation, reading | server\'s peak, MB |')
    print('|---|---:|---:|---|---|---:|')
    for name, body in (('4 GiB of one line, compressed', bomb(b'repeated.example\n', 4096 * MIB)),
                       ('1 GiB of one line, compressed', bomb(b'repeated.example\n', 1024 * MIB)),
                       ('combining marks', marks(20_000)), ('combining marks', marks(32 * MIB))):
        server = new_server()
        server.create('attacked')
        server.create('other')
        server.add('other', 'warm.example')
        with Watch(server) as watch:
            began = time.monotonic()
            answer = upload(server, body)
            seconds = time.monotonic() - began
        print(f'| {name} | {len(body):,} | {seconds:.1f} | {answer} | {watch.row()} | {server.peak()} |', flush=True)
        server.close()


def allow(new_server):
    """As many allowed hosts as the server takes, and a thousand lists."""
    server = new_server()
    for number in range(1000):
        server.create(f'list-{number}')
        server.add(f'list-{number}', f'listed-{number}.example')
    taken, refusal = 0, ''
    while not refusal:
        urls = [f'{taken + i}.a.example' for i in range(1000)]
        try:
            request = urllib.request.Request(server.at['admin'] + '/admin/v1/allowed', method='POST', data=json.dumps(
                {'urls': urls, 'scope': 'host', 'reason': '', 'expires': ''}).encode(),
                headers={'Authorization': 'Bearer ' + server.token, 'Content-Type': 'application/json'})
            urllib.request.urlopen(request, timeout=3600).read()
            taken += len(urls)
        except urllib.error.HTTPError as e:
            if e.code == 429:
                time.sleep(0.5)
                continue
            refusal = f"{e.code}: {json.loads(e.read()).get('detail')}"
    began = time.monotonic()
    server.ask('POST', '/publications', {'lists': [], 'all': True, 'dryRun': False, 'note': ''})
    print(f'{taken} allowed hosts, then {refusal}\npublish 1000 lists: {time.monotonic() - began:.1f} s, peak {server.peak()} MB')
    server.close()


def connections(new_server):
    """Two addresses hold as many connections as they get, and ask on each from time to time; a third one asks."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    server = new_server()
    host, port = re.fullmatch(r'http://(.*):(\d+)', server.at['public']).groups()
    before, stop, held = server.peak(), threading.Event(), {}

    def hold(source):
        mine = held[source] = []
        while not stop.is_set():
            while len(mine) < CONNECTIONS and not stop.is_set():
                try:
                    mine.append(socket.create_connection((host, int(port)), timeout=5, source_address=(source, 0)))
                except OSError:
                    break
            for connection in list(mine):
                try:
                    connection.setblocking(False)
                    connection.send(b'GET /v1/latest HTTP/1.1\r\nHost: a\r\n\r\n')
                    while True:
                        if not connection.recv(65536):
                            raise ConnectionError
                except BlockingIOError:
                    pass
                except OSError:
                    connection.close()
                    mine.remove(connection)
            stop.wait(1)

    threads = [threading.Thread(target=hold, args=(f'127.0.0.{n}',)) for n in (2, 3)]
    for thread in threads:
        thread.start()
    time.sleep(10)
    times, failures, most_held = [], 0, 0
    until = time.monotonic() + 30
    while time.monotonic() < until:
        most_held = max(most_held, sum(len(mine) for mine in held.values()))
        began = time.monotonic()
        asked = http.client.HTTPConnection(host, int(port), timeout=10, source_address=('127.1.0.1', 0))
        try:
            asked.request('GET', '/v1/latest')
            answer = asked.getresponse()
            answer.read()
            failures += answer.status != 200 and answer.status != 404
        except OSError:
            failures += 1
        asked.close()
        times.append((time.monotonic() - began) * 1000)
        time.sleep(0.05)
    stop.set()
    for thread in threads:
        thread.join()
    times.sort()
    print(f'two addresses want {2 * CONNECTIONS} connections and hold at most {most_held}; another one asked {len(times)} times: '
          f'{failures} failures, p50 {statistics.median(times):.1f} ms, p99 {times[int(len(times) * 0.99)]:.1f}, highest '
          f'{times[-1]:.1f}; peak of the server {server.peak()} MB ({before} before)')
    server.close()


def measure(new_server):
    uploads(new_server)
    allow(new_server)
    connections(new_server)
