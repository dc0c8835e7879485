"""Safe Browsing: replays the series as clients of versions 4 and 5 would see them, and measures the gateway.

The client here is written from the public documents and from nothing of this project. It keeps a list as sorted bytes, applies each
update (removals by their place, then additions), and compares the SHA-256 of all prefixes with the checksum of the update.
"""
import base64, hashlib, statistics, time, urllib.parse, urllib.request


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def fields(data):
    """The fields of a message: number, value."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            assert len(value) == length
        else:
            raise ValueError(f'wire type {tag & 7}')
        yield tag >> 3, value


def one(data):
    return dict(fields(data))


def put(number, value):
    """A field of a message in the making."""
    if isinstance(value, int):
        return varint_bytes(number << 3) + varint_bytes(value)
    return varint_bytes(number << 3 | 2) + varint_bytes(len(value)) + value


def varint_bytes(value):
    out = b''
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def rice(message):
    """First value, parameter, count, data: quotients in ones ended by a zero, remainders lowest bit first."""
    part = one(message)
    numbers = [part.get(1, 0)]
    parameter, data = part.get(2, 0), part.get(4, b'')
    window, bits, at = 0, 0, 0
    for _ in range(part.get(3, 0)):
        quotient = 0
        while True:
            if bits < 64:
                some = data[at:at + 64]
                window |= int.from_bytes(some, 'little') << bits
                bits += 8 * len(some)
                at += len(some)
            ones = (~window & (window + 1)).bit_length() - 1  # trailing ones
            if ones < bits:
                quotient += ones
                window >>= ones + 1
                bits -= ones + 1
                break
            quotient += bits
            window, bits = 0, 0
            assert at < len(data), 'the code ends early'
        while bits < parameter:
            some = data[at:at + 64]
            assert some, 'the code ends early'
            window |= int.from_bytes(some, 'little') << bits
            bits += 8 * len(some)
            at += len(some)
        numbers.append(numbers[-1] + (quotient << parameter) + (window & (1 << parameter) - 1))
        window >>= parameter
        bits -= parameter
    return numbers


class Client:
    """A list as a client keeps it."""

    def __init__(self):
        self.prefixes, self.version = [], b''

    def apply(self, partial, removals, additions, checksum, version):
        gone = set(removals)
        kept = [each for i, each in enumerate(self.prefixes) if i not in gone] if partial else []
        assert not partial or len(kept) == len(self.prefixes) - len(gone), 'removes what is not there'
        after = sorted(kept + additions)
        assert hashlib.sha256(b''.join(after)).digest() == checksum, 'another checksum'
        self.prefixes, self.version = after, version

    def v5(self, server, name):
        query = '?version=' + urllib.parse.quote(base64.b64encode(self.version)) if self.version else ''
        body = server.get(f'/v5/hashList/{name}{query}')
        answer = one(body)
        self.apply(answer.get(3, 0), rice(answer[5]) if 5 in answer else [],
                   [number.to_bytes(4, 'big') for number in rice(answer[4])] if 4 in answer else [], answer[7], answer[2])
        return len(body), bool(answer.get(3, 0))

    def v4(self, server, threat, compression):
        asked = put(1, threat) + put(2, 2) + put(3, self.version) + put(4, put(4, compression)) + put(5, 1)
        request = urllib.request.Request(server.at['public'] + '/v4/threatListUpdates:fetch?alt=proto&key=x', data=put(3, asked))
        with urllib.request.urlopen(request, timeout=600) as stream:
            body = stream.read()
        answer = one(one(body)[1])
        removals, additions = [], []
        for number, value in fields(one(body)[1]):
            if number == 6:
                entry = one(value)
                removals += rice(entry[5]) if 5 in entry else [index for _, index in fields(entry[3])]
            if number == 5:
                entry = one(value)
                if 4 in entry:
                    additions += [each.to_bytes(4, 'little') for each in rice(entry[4])]
                else:
                    raw = one(entry[2])[2]
                    additions += [raw[i:i + 4] for i in range(0, len(raw), 4)]
        self.apply(answer[4] == 1, removals, additions, one(answer[8])[1], answer[7])
        return len(body)


def replay(data, new_server, versions_of):
    print('| series | versions | prefixes, last | whole, bytes | differences v5, bytes | v4 compressed | v4 raw | sum of whole lists |')
    print('|---|---|---|---|---|---|---|---|')
    for series in ('churn-urlhaus-12h', 'churn-scam-daily'):
        server = new_server()
        server.create('list')
        v5, compressed, raw = Client(), Client(), Client()
        late = []  # clients of each tenth version, who come back at the end
        sums, whole, count = [0, 0, 0], 0, 0
        for step, entries in versions_of(data, series):
            if server.read('list', '\n'.join(sorted(entries)).encode(errors='surrogateescape') + b'\n', True)['held']:
                server.release('list')
            if server.publish('list')['sequence'] is None:
                continue
            count += 1
            is_first = not v5.version
            size, partial = v5.v5(server, 'mw-4b')
            assert partial != is_first
            sizes = [size, compressed.v4(server, 1, 2), raw.v4(server, 1, 1)]
            if not is_first:
                sums = [a + b for a, b in zip(sums, sizes)]
            fresh = Client()
            whole += fresh.v5(server, 'mw-4b')[0]
            assert fresh.prefixes == v5.prefixes == compressed.prefixes == raw.prefixes, step
            if step % 10 == 0:
                late.append(fresh)
        for client in late:
            assert client.v5(server, 'mw-4b')[1] and client.prefixes == v5.prefixes
        print(f"| {series.removeprefix('churn-')} | {count} | {len(v5.prefixes)} | {len(server.get('/v5/hashList/mw-4b'))} | "
              f"{sums[0]} | {sums[1]} | {sums[2]} | {whole} |")
        server.close()


def publication(server):
    """Seconds and CPU seconds."""
    began, used = time.monotonic(), server.cpu()
    server.publish('domains')
    return time.monotonic() - began, server.cpu() - used


def measure(data, work, new_server, lines, wrk):
    names = lines(f'{data}/domains-1m.txt.gz')
    servers = [new_server(gateway) for gateway in (False, True)]
    whole, more = [[], []], [[], []]  # by server: seconds and CPU seconds
    for server, took in zip(servers, whole):
        server.create('domains')
        server.read('domains', ('\n'.join(names) + '\n').encode())
        server.release('domains')
        took.append(publication(server))
    for i in range(21):  # in turn, as machines are noisy
        for server, took in zip(servers, more):
            server.add('domains', f'one-more-{i}.example')
            took.append(publication(server))
    for server, first, last in zip(servers, whole, more):
        print(f"publish a million, gateway {'on' if server is servers[1] else 'off'}: {first[0][0]:.2f} s, {first[0][1]:.2f} s of CPU; one URL more, "
              f"publishing alone, median of {len(last)}: {statistics.median(s for s, _ in last):.3f} s, "
              f"{statistics.median(cpu for _, cpu in last):.2f} s of CPU; peak {server.peak()} MB", flush=True)
    servers[0].close()
    server = servers[1]
    before = Client()
    whole, _ = before.v5(server, 'mw-4b')
    changed = names[10_000:] + [f'new-{i}.example' for i in range(10_000)]
    if server.read('domains', ('\n'.join(changed) + '\n').encode(), True)['held']:
        server.release('domains')
    of = server.publish('domains')['lists'][0]
    delta = next(each['bytes'] for each in of['deltas'] if each['from'] == of['version'] - 1)
    version = urllib.parse.quote(base64.b64encode(before.version), safe='')
    partial, _ = before.v5(server, 'mw-4b')
    print(f"{len(before.prefixes)} prefixes: whole {whole} bytes, packed {of['packedBytes']}; +{of['added']} -{of['removed']}: {partial} bytes, delta {delta}")
    public = server.at['public']
    print(f"whole update, 8 connections: {wrk(public + '/v5/hashList/mw-4b', 8)}")
    print(f"update of 1 %, 32 connections: {wrk(public + '/v5/hashList/mw-4b?version=' + version, 32)}")
    some = [base64.b64encode(each).decode() for each in before.prefixes[::1000]]
    quoted = ', '.join(f'"{urllib.parse.quote(each, safe="")}"' for each in some)
    open(f'{work}/search.lua', 'w').write(f"""
        local known = {{ {quoted} }}
        local i = 0
        request = function()
            i = i + 1
            local noise = string.format('%04d', i % 10000)
            return wrk.format('GET', '/v5/hashes:search?key=x&hashPrefixes=' .. known[i % #known + 1] ..
                '&hashPrefixes=AA' .. noise .. '%3D%3D&hashPrefixes=BB' .. noise .. '%3D%3D&hashPrefixes=CC' .. noise ..
                '%3D%3D&hashPrefixes=DD' .. noise .. '%3D%3D')
        end""")
    open(f'{work}/one.lua', 'w').write(f"""
        local known = {{ {quoted} }}
        local i = 0
        request = function()
            i = i + 1
            return wrk.format('GET', '/v5/hashes:search?hashPrefixes=' .. known[i % #known + 1])
        end""")
    print(f"search of one prefix, 32 connections: {wrk(public, 32, f'{work}/one.lua')}")
    print(f"search of five prefixes, 32 connections: {wrk(public, 32, f'{work}/search.lua')}")
    note = server.get('/v1/manifest/' + server.latest()['manifest']).decode()
    confirm = next(line.split() for line in note.split('\n') if line.startswith('confirm '))
    open(f'{work}/confirm.lua', 'w').write(f"""
        local bucket = 0
        request = function()
            bucket = (bucket + 1) % {2 ** int(confirm[2])}
            return wrk.format('GET', '/v1/confirm/{confirm[1]}/' .. bucket)
        end""")
    print(f"/v1/confirm, all buckets in turn, 32 connections: {wrk(public, 32, f'{work}/confirm.lua')}")
    server.close()
