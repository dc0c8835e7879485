"""A short form of the rows that must not get worse, as ratios within one run, beside the ratios kept in guard.tsv.

Times are CPU seconds, divided by those of a fixed piece of work done at the same time (compressing), or by those of another row:
so they hold on other machines and beside other work, within the tolerance. Megabytes are compared as they are.
"""
import os, random, resource, subprocess, time, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(HERE, 'guard.tsv')
# The only row of elapsed time: where it may be had, a priority that other work does not delay.
AT_ONCE = ['chrt', '-f', '10'] if subprocess.run(['chrt', '-f', '10', 'true'], stderr=subprocess.DEVNULL).returncode == 0 else []
MATTER = random.Random(1).randbytes(1 << 20) + bytes(range(256)) * 8192


def unit():
    """CPU seconds of the fixed piece of work."""
    began = time.process_time()
    for _ in range(3):
        zlib.compress(MATTER, 6)
    return time.process_time() - began


def cpu_of_children(work):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def wall(work):
    began = time.monotonic()
    work()
    return time.monotonic() - began


def in_turns(count, measure, *works):
    """The least of each: in turns, so that other work meets all of them."""
    found = [[measure(work) for work in works] for _ in range(count)]
    return [min(column) for column in zip(*found)]


def rows(run, data, work):
    """Name and value of each row, as they are measured."""
    server, _ = run.filled(work, data, ('domains', 'domains-1m.txt.gz', True))
    yield 'a million from text to its publication, CPU of the server in units', server.cpu() / unit()
    desktop = run.Desktop(work)
    desktop.enroll(server)
    clean = run.lines(f'{data}/benign-urls.txt.gz')
    listed = run.lines(f'{data}/domains-1m.txt.gz')
    mixed = clean[:97_600] + random.Random(6).sample(listed, 2_400)
    random.Random(7).shuffle(mixed)

    def bulk(name, urls, *options):
        with open(f'{work}/{name}', 'w', encoding='utf-8', errors='surrogateescape') as file:
            file.write('\n'.join(urls) + '\n')

        def once():
            with open(f'{work}/{name}', 'rb') as source:
                subprocess.run([run.CLIENT, 'check', *options, '-o', 'jsonl'], env=desktop.env, stdin=source,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return once

    def one(url):
        return lambda: subprocess.run([*AT_ONCE, run.CLIENT, 'check', url], env=desktop.env, stdout=subprocess.DEVNULL)

    one('https://www.clean.example/')()  # makes the class-data archive
    first, second = in_turns(9, wall, one('https://www.clean.example/'), one(listed[0]))
    yield 'one listed URL / one clean one, time', second / first
    benign, bad, million, asked = in_turns(3, lambda work: cpu_of_children(work) / unit(),
                                           bulk('benign', clean[:300_000], '--offline'), bulk('bad', listed[:300_000], '--offline'),
                                           bulk('million', clean * 3, '--offline'), bulk('mixed', mixed))
    yield '300,000 listed lines / as many benign ones, CPU', bad / benign
    yield 'a million benign lines, CPU in units', million
    yield '100,000 lines with confirms, CPU in units', asked

    agent, said = desktop.start()
    yield 'agent after its start, RSS, MB', run.memory_of(said['pid'])
    api, costs = run.Socket(said['socket']), []
    chance, entries = random.Random(8), list(listed)
    for version in range(4):
        chance.shuffle(entries)
        entries[:10_000] = [f'n{chance.getrandbits(64):x}.new.example' for _ in range(10_000)]
        if server.read('domains', '\n'.join(entries).encode() + b'\n', True)['held']:
            server.release('domains')
        server.publish('domains')
        before = run.cpu_of(said['pid'])
        answer = api.ask(op='update')
        assert ' 1 delta, ' in answer['message'], answer
        costs.append((run.cpu_of(said['pid']) - before) / unit())
    yield 'applying 1 % of a million the first time, CPU in units', costs[0]
    yield 'applying it after that, CPU in units', min(costs[1:])
    yield 'agent after four updates, RSS, MB', run.memory_of(said['pid'])
    agent.terminate()
    agent.wait()

    def publish(number):
        before = server.cpu()
        server.add('domains', f'one-more-{number}.example')
        server.publish('domains')
        return (server.cpu() - before) / unit()
    yield 'one URL more until it is published, CPU of the server in units', min(publish(i) for i in range(12))
    server.close()


def kept():
    """Value and tolerance by row."""
    with open(KEPT) as file:
        cells = [line.rstrip('\n').split('\t') for line in file if line.strip() and not line.startswith('#')]
    return {name: (float(value), float(tolerance)) for name, value, tolerance in cells}


def measure(run, data, work):
    """Prints the rows, and returns whether none got worse."""
    known, worse = kept(), []
    print('| row | now | kept | allowed | |\n|---|---|---|---|---|')
    for name, value in rows(run, data, work):
        if name not in known:
            worse.append(name)
            print(f'| {name} | {value:.3g} | | | not kept: add it to guard.tsv |', flush=True)
            continue
        before, tolerance = known[name]
        is_worse = value > before * tolerance
        if is_worse:
            worse.append(name)
        word = 'WORSE' if is_worse else 'better: keep it' if value * tolerance < before else ''
        print(f'| {name} | {value:.3g} | {before:.3g} | {before * tolerance:.3g} | {word} |', flush=True)
    print(f'{len(worse)} worse' if worse else 'nothing got worse')
    return not worse
