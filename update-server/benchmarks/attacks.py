"""Attacks by uploads and by an allow entry, and the longest wait of a second administrator meanwhile. For run."""
import json, os, sys, threading, time, urllib.error, urllib.request, zlib

MIB = 1 << 20


class Watch:
    """The changes and revocations of a second administrator, one after the other, as long as something else goes on."""

    def __init__(self, server):
        self.server, self.stop = server, threading.Event()
        self.changes, self.revocations, self.failure = [], [], None
        self.threads = [threading.Thread(target=self.work, args=(work,)) for work in (self.change, self.revoke)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()
        if self.failure:
            sys.exit(f'the second administrator: {self.failure}')

    def work(self, work):
        number = 0
        try:
            while not self.stop.is_set() or number == 0:
                number += 1
                work(number)
                time.sleep(0.1)
        except BaseException as e:  # a thread that ends silently would look like one that never waited
            self.failure = e

    def change(self, number):
        self.timed(self.changes, lambda: self.server.add('other', f'watch-{number}.example'))

    def revoke(self, number):
        made = self.server.ask('POST', '/tokens', {'name': f'short-{number}', 'role': 'reader'})
        self.timed(self.revocations, lambda: self.server.ask('POST', f"/tokens/{made['id']}/revocation", {}))

    @staticmethod
    def timed(times, work):
        began = time.monotonic()
        work()
        times.append(time.monotonic() - began)

    def row(self):
        return ' | '.join(f'{max(times):.2f} of {len(times)}' for times in (self.changes, self.revocations))


def answered(server, path, body, kind):
    """The server's answer, whatever it is."""
    request = urllib.request.Request(server.at['admin'] + '/admin/v1' + path, data=body, method='POST', headers={
        'Authorization': 'Bearer ' + server.token, 'Content-Type': kind})
    try:
        with urllib.request.urlopen(request, timeout=3600) as answer:
            said = json.loads(answer.read())
            kept = {name: said[name] for name in ('accepted', 'duplicates', 'rejected', 'held', 'added') if said.get(name)}
            return '200: ' + ', '.join(f'{name} {value}' for name, value in kept.items())
    except urllib.error.HTTPError as e:
        said = json.loads(e.read())
        return f"{e.code}: {said.get('detail', said)}"


def bomb(line, size):
    """So many bytes of one line, compressed."""
    packer, block = zlib.compressobj(9, zlib.DEFLATED, 31), line * (MIB // len(line))
    return b''.join([packer.compress(block) for _ in range(size // len(block))] + [packer.flush()])


def marks(size):
    """Hosts of combining marks that alternate, which were dear to normalise."""
    line = ('a' + '\u0301\u0316' * 240 + '.example\n').encode()
    return line * (size // len(line))


def empty_members(size):
    """Gzip that inflates to nothing."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    member = packer.flush()
    return member * (size // len(member))


def watched(server, name, work, size=''):
    with Watch(server) as watch:
        began = time.monotonic()
        answer = work()
        seconds = time.monotonic() - began
    print(f'| {name} | {size} | {seconds:.1f} | {answer} | {watch.row()} | {server.peak()} |', flush=True)


def measure(data, new_server):
    print("| attack | bytes | s | answer | longest change, s | longest revocation, s | server's peak, MB |")
    print('|---|---:|---:|---|---|---|---:|')
    million = open(os.path.join(data, 'domains-1m.txt.gz'), 'rb').read()
    held = ''.join(f'popular{i}.example\n' for i in range(50_000)).encode()
    uploads = (('one line, 4 GiB of it, compressed', bomb(b'repeated.example\n', 4096 * MIB)),
               ('hosts of combining marks', marks(20_000)), ('gzip that inflates to nothing', empty_members(64 * MIB)),
               ('50,000 popular hosts', held), ('a million domains', million))
    for name, body in uploads:
        server = new_server()
        server.create('attacked')
        server.create('other')
        server.add('other', 'warm.example')
        if body is held:
            server.ask('POST', '/guards/popular', held, 'application/octet-stream')
        watched(server, name, lambda: answered(server, '/lists/attacked/imports?source=attack&replace=false', body,
                                               'application/octet-stream'), f'{len(body):,}')
        if body is million:
            entry = json.dumps({'urls': ['ours.example'], 'scope': 'host', 'reason': '', 'expires': ''}).encode()
            watched(server, 'allow a host, beside that list', lambda: answered(server, '/allowed', entry,
                                                                               'application/json'), len(entry))
        server.close()
