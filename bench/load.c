// How many moves a server takes, and how fast they arrive: plays legal games over WebSockets. The
// next move of a game is made only after both seats have seen the last one, which the server has
// committed before it showed it.
//
//     bench-load SERVERS LEXICONS GAMES SECONDS EVERY_MS [SERVER_PIDS]    0: as fast as it goes
//     bench-load SERVERS idle N [SERVER_PIDS]                             sockets that say nothing
//
// With the server's process it also tells how much processor time a move took there: that is what
// stays the same on a machine that has other things to do. -d PID does the same for a database and
// its children.
//
// A site may have several servers: 8080,8081 or 127.0.0.2:8080,127.0.0.3:8080. The two players of a
// game are then at different ones, and `between` is how much later the second has seen a move than
// the first; with -t they are at the same. All games are begun before the first is played: -w
// SECONDS gives the servers time to take in what was begun at others.
//
// The server must run with --limits off: all players come from one address. bench/load.sh starts
// one, and the peers that docs/capacity.md compares it with.
#include "rules/lexicon_cache.h"
#include "rules/record.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    RX = 1 << 16,
    MATCHES = 64,
    SAMPLES = 1 << 22,
    EVENTS = 256,
    SOCKETS_A_GUEST = 100,
    SERVERS = 16,
};

// Processes.
struct numbers {
    unsigned at[SERVERS], count;
};

static struct {
    struct sockaddr_in at[SERVERS];
    unsigned count;
} servers;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// An argument. Anything but a number counts as 0, which is refused where it makes no sense.
static unsigned number(const char *text)
{
    return (unsigned)strtoul(text, NULL, 10);
}

// A port here, or ADDRESS:PORT.
static bool read_server(const char *text, struct sockaddr_in *out)
{
    char address[32];
    size_t len = strcspn(text, ":,");
    bool named = text[len] == ':' && len < sizeof address;
    snprintf(address, sizeof address, "%.*s", named ? (int)len : 9, named ? text : "127.0.0.1");
    *out = (struct sockaddr_in){.sin_family = AF_INET};
    out->sin_port = htons((uint16_t)number(named ? text + len + 1 : text));
    return inet_pton(AF_INET, address, &out->sin_addr) == 1 && out->sin_port;
}

static bool read_servers(const char *list)
{
    while (*list && servers.count < SERVERS) {
        if (!read_server(list, &servers.at[servers.count++]))
            return false;
        list += strcspn(list, ",");
        list += *list == ',';
    }
    return servers.count && !*list;
}

static struct numbers numbers_of(const char *list)
{
    struct numbers n = {0};
    while (list && *list && n.count < SERVERS) {
        n.at[n.count++] = number(list);
        list += strcspn(list, ",");
        list += *list == ',';
    }
    return n;
}

static void die(const char *what)
{
    fprintf(stderr, "bench-load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connect_server(unsigned server)
{
    const struct sockaddr_in *to = &servers.at[server % servers.count];
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    if (fd < 0 || connect(fd, (const struct sockaddr *)to, sizeof *to) != 0)
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void send_all(int fd, const char *bytes, size_t len)
{
    while (len) {
        ssize_t sent = write(fd, bytes, len);
        if (sent <= 0)
            die("write");
        bytes += sent;
        len -= (size_t)sent;
    }
}

// --- Setting up, by plain requests on a connection that stays.

struct person {
    unsigned server; // which one this person is at
    int http;
    char cookie[128], csrf[64];
};

// As much of the text as there is room for.
static void copy(char *out, size_t size, const char *text)
{
    size_t len = strnlen(text, size - 1);
    memcpy(out, text, len);
    out[len] = '\0';
}

static void post(struct person *p, const char *path, const char *json)
{
    char request[2048];
    int n = snprintf(request, sizeof request,
                     "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n%s%s%s%s%s%s\r\n%s",
                     path, strlen(json), p->cookie[0] ? "Cookie: " : "", p->cookie,
                     p->cookie[0] ? "\r\n" : "", p->csrf[0] ? "X-CSRF-Token: " : "", p->csrf,
                     p->csrf[0] ? "\r\n" : "", json);
    send_all(p->http, request, (size_t)n);
}

// Reads the server's answer to a request: its body to `body`. Returns the status.
static int take(struct person *p, char *body, size_t size, char *head, size_t head_size)
{
    static char answer[RX];
    size_t len = 0;
    for (;;) {
        ssize_t got = read(p->http, answer + len, sizeof answer - 1 - len);
        if (got <= 0)
            die("read");
        len += (size_t)got;
        answer[len] = '\0';
        char *end = strstr(answer, "\r\n\r\n"), *length = strcasestr(answer, "content-length:");
        if (end && length && len >= (size_t)(end + 4 - answer) + strtoul(length + 15, NULL, 10)) {
            *end = '\0';
            copy(body, size, end + 4);
            copy(head, head_size, answer);
            return (int)strtol(answer + 9, NULL, 10);
        }
    }
}

// The value of a text member of a flat JSON object.
static bool member(const char *json, const char *name, char *out, size_t size)
{
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(json, key);
    if (!at)
        return false;
    at += strlen(key);
    size_t len = strcspn(at, "\"");
    snprintf(out, size, "%.*s", (int)(len < size ? len : size - 1), at);
    return true;
}

static void enter(struct person *p)
{
    char body[4096], head[4096];
    p->http = connect_server(p->server);
    post(p, "/api/guest", "{}");
    if (take(p, body, sizeof body, head, sizeof head) != 201)
        die("guest");
    const char *cookie = strstr(head, "Set-Cookie: ");
    if (!cookie || !member(body, "csrf", p->csrf, sizeof p->csrf))
        die("guest's session");
    snprintf(p->cookie, sizeof p->cookie, "%.*s", (int)strcspn(cookie + 12, ";"), cookie + 12);
}

// --- Games.

struct player {
    struct person person;
    int fd;
    struct game *game;
    unsigned seat;
    size_t rx_len;
    char rx[RX + 1]; // and an end for the text in it
};

struct game {
    struct player player[2];
    char match[MATCHES][16];
    unsigned matches, current;
    struct record record; // as seen so far
    unsigned seen;        // seats that have seen the last event
    uint64_t seq;         // of the next event
    double sent, due;
    double first; // when the first of the two has seen it
    bool waits;   // for `due`
};

struct load {
    struct config config;
    struct game *game;
    unsigned games;
    int epoll;
    double every, begin, end;                 // seconds
    bool together;                            // the players of a game are at one server
    unsigned wait;                            // seconds between preparing and playing
    struct numbers server;                    // processes; none: not known
    unsigned database;                        // 0: not known
    double server_cpu, database_cpu, own_cpu; // seconds at the beginning, then what was used since
    float *sample, *between;
    size_t samples, moves, over, starved;
};

static void send_frame(struct player *p, const char *text)
{
    unsigned char frame[1200];
    size_t len = strlen(text), at = 2;
    frame[0] = 0x81;
    if (len < 126) {
        frame[1] = (unsigned char)(0x80 | len);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(len >> 8);
        frame[3] = (unsigned char)len;
        at = 4;
    }
    memset(frame + at, 0, 4); // the mask
    at += 4;
    if (at + len > sizeof frame)
        die("a message that is too long");
    memcpy(frame + at, text, len); // NOLINT(bugprone-not-null-terminated-result): no string
    send_all(p->fd, (char *)frame, at + len);
}

static void open_socket(struct load *l, struct player *p)
{
    char request[512], answer[1024];
    size_t len = 0;
    p->fd = connect_server(p->person.server);
    int n = snprintf(request, sizeof request,
                     "GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s\r\n\r\n",
                     p->person.cookie[0] ? "Cookie: " : "X-No: ", p->person.cookie);
    send_all(p->fd, request, (size_t)n);
    // Byte by byte, so that no frame is taken for the answer.
    while (len < sizeof answer - 1 && (len < 4 || memcmp(answer + len - 4, "\r\n\r\n", 4) != 0))
        if (read(p->fd, answer + len, 1) != 1)
            die("upgrade");
        else
            len++;
    if (memcmp(answer, "HTTP/1.1 101", 12) != 0)
        die("upgrade");
    if (l) {
        struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
        epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->fd, &e);
    }
}

static void open_match(struct game *g)
{
    post(&g->player[0].person, "/api/matches",
         "{\"game\":\"balda\",\"settings\":{\"size\":\"9\"},\"seats\":[\"me\",\"open\"],"
         "\"listed\":false}");
}

static void join_match(struct game *g)
{
    char body[8192], head[4096], path[64];
    char *id = g->match[g->matches];
    if (take(&g->player[0].person, body, sizeof body, head, sizeof head) != 201 ||
        !member(body, "id", id, sizeof g->match[0]))
        die("match");
    snprintf(path, sizeof path, "/api/matches/%s/actions", id);
    post(&g->player[1].person, path, "{\"verb\":\"join\"}");
}

static void have_match(struct game *g)
{
    char body[8192], head[4096];
    if (take(&g->player[1].person, body, sizeof body, head, sizeof head) != 200)
        die("join");
    g->matches++;
}

static void watch_match(struct game *g)
{
    char text[128];
    snprintf(text, sizeof text, "{\"op\":\"watch\",\"match\":\"%s\"}", g->match[g->current]);
    g->seen = 0;
    g->seq = 0;
    for (int i = 0; i < 2; i++)
        send_frame(&g->player[i], text);
}

struct pick {
    unsigned skip;
    struct action move;
    bool found;
};

static bool take_move(void *context, const struct action *move, const struct report *report)
{
    struct pick *p = context;
    (void)report;
    p->move = *move;
    p->found = true;
    return p->skip-- > 0;
}

static void next_match(struct load *l, struct game *g)
{
    l->over++;
    g->waits = false;
    record_release(&g->record);
    if (++g->current < g->matches)
        watch_match(g);
    else
        l->starved++;
}

static void move(struct load *l, struct game *g)
{
    const struct config *c = &l->config;
    struct pick pick = {.skip = 3};
    struct move_sink sink = {.take = take_move, .context = &pick};
    struct buf text = {0};
    char message[600];
    unsigned acts = c->rules->to_act(c, &g->record.state);
    unsigned seat = acts & 1 ? 0 : 1;
    if (acts)
        c->rules->legal(c, &g->record.state, seat, &sink);
    if (!acts || !pick.found) {
        next_match(l, g);
        return;
    }
    c->rules->format(c, &g->record.state, &pick.move, seat, &text);
    snprintf(message, sizeof message,
             "{\"op\":\"act\",\"match\":\"%s\",\"verb\":\"move\",\"move\":\"%.*s\",\"seq\":%llu,"
             "\"request\":\"%llu\"}",
             g->match[g->current], TEXT_ARG(buf_text(&text)), (unsigned long long)g->seq,
             (unsigned long long)g->seq);
    buf_release(&text);
    g->sent = now();
    g->seen = 0;
    g->waits = false;
    send_frame(&g->player[seat], message);
}

static void both_saw(struct load *l, struct game *g)
{
    double t = now();
    if (g->sent > 0 && t >= l->begin && l->samples < SAMPLES) {
        l->between[l->samples] = (float)(t - g->first);
        l->sample[l->samples++] = (float)(t - g->sent);
    }
    if (g->sent > 0 && t >= l->begin)
        l->moves++;
    // Games that have just begun come one after the other, not all at once.
    g->due =
        g->sent > 0 ? g->sent + l->every : t + l->every * (double)(g - l->game) / (double)l->games;
    g->waits = true;
    if (l->every <= 0)
        move(l, g);
}

// The whole match, in answer to `watch`: it has begun.
static void saw_match(struct load *l, struct player *p, const char *text)
{
    struct game *g = p->game;
    char start[64];
    const char *word = strstr(text, "start "), *seq = strstr(text, "\"seq\":");
    struct reason why;
    struct action a;
    if (!strstr(text, g->match[g->current]) || !word || !seq)
        return;
    g->seq = strtoull(seq + 6, NULL, 10);
    g->seen |= 1u << p->seat;
    if (g->seen != 3)
        return;
    snprintf(start, sizeof start, "%.*s", (int)strcspn(word, "\\\n"), word);
    if (!record_begin(&g->record, &l->config, NULL, &why) ||
        !l->config.rules->parse(&l->config, &g->record.state, CHANCE, text_of(start), &a, &why) ||
        !record_add(&g->record, &a, &why))
        die("start word");
    g->sent = 0;
    both_saw(l, g);
}

// The event as the first of the two seats sees it is checked by the rules.
static void play_event(struct load *l, struct game *g, const char *text)
{
    static const char name[] = "\"text\":\"";
    const char *line = strstr(text, name);
    struct reason why;
    struct action a;
    if (!line)
        die("an event without its text");
    line += sizeof name - 1;
    size_t len = strcspn(line, "\"");
    struct text move = text_from((struct text){line, len}, len < 2 ? len : 2);
    if (!l->config.rules->parse(&l->config, &g->record.state, (unsigned)(line[0] - 'A'), move, &a,
                                &why) ||
        !record_add(&g->record, &a, &why))
        die(line);
    g->seq++;
}

static void saw_event(struct load *l, struct player *p, const char *text)
{
    struct game *g = p->game;
    const char *match = strstr(text, g->match[g->current]);
    const char *number = match ? strstr(match, "\"seq\":") : NULL;
    if (!number)
        return;
    uint64_t seq = strtoull(number + 6, NULL, 10);
    if (seq == g->seq)
        play_event(l, g, text);
    else if (seq > g->seq)
        die("an event is missing");
    else if (seq + 1 != g->seq)
        return; // of a server that was behind when the match was asked for
    if (!g->seen)
        g->first = now();
    g->seen |= 1u << p->seat;
    if (g->seen == 3)
        both_saw(l, g);
}

static void take_message(struct load *l, struct player *p, char *text)
{
    static const char event[] = "{\"op\":\"event\"", done[] = "{\"op\":\"done\"";
    if (strncmp(text, event, sizeof event - 1) == 0)
        saw_event(l, p, text);
    else if (strncmp(text, done, sizeof done - 1) == 0)
        return;
    else if (strstr(text, "\"op\":\"match\""))
        saw_match(l, p, text);
    else if (strstr(text, "\"op\":\"refused\"")) {
        fprintf(stderr, "refused: %s\n", text);
        exit(1);
    }
}

static void take_bytes(struct load *l, struct player *p)
{
    ssize_t got = read(p->fd, p->rx + p->rx_len, sizeof p->rx - p->rx_len);
    if (got <= 0)
        die("the server closed a socket");
    p->rx_len += (size_t)got;
    for (;;) {
        unsigned char *frame = (unsigned char *)p->rx;
        size_t head = 2, len = p->rx_len < 2 ? 0 : frame[1] & 127;
        if (len == 127)
            die("a message that is too long");
        if (len == 126) {
            head = 4;
            len = p->rx_len < 4 ? 0 : (size_t)frame[2] << 8 | frame[3];
        }
        if (p->rx_len < head || p->rx_len < head + len)
            return;
        char saved = p->rx[head + len];
        p->rx[head + len] = '\0';
        if ((frame[0] & 15) == 1)
            take_message(l, p, p->rx + head);
        p->rx[head + len] = saved;
        p->rx_len -= head + len;
        memmove(p->rx, p->rx + head + len, p->rx_len);
    }
}

// The fields of /proc/PID/stat from the third on: the second is the name, in parentheses, and may
// have anything in it. NULL: there is no such process (any more).
static char *process_fields(unsigned pid, char *line, int size)
{
    char path[64];
    snprintf(path, sizeof path, pid ? "/proc/%u/stat" : "/proc/self/stat", pid);
    FILE *f = fopen(path, "r");
    char *got = f ? fgets(line, size, f) : NULL, *rest = got ? strrchr(line, ')') : NULL;
    if (f)
        fclose(f);
    return rest ? rest + 2 : NULL;
}

static char *skip_fields(char *at, unsigned count)
{
    for (; at && count; count--) {
        at = strchr(at, ' ');
        at += at != NULL;
    }
    return at;
}

// Processor time of a process, all its threads together, in seconds; nothing of one that is gone.
// 0 is this process.
static double cpu_of(unsigned pid)
{
    char line[1024], *at = skip_fields(process_fields(pid, line, sizeof line), 11);
    if (!at)
        return 0;
    unsigned long user = strtoul(at, &at, 10), kernel = strtoul(at, NULL, 10);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static double cpu_with_children(unsigned pid)
{
    double sum = cpu_of(pid);
    DIR *processes = opendir("/proc");
    for (struct dirent *d; processes && (d = readdir(processes));) {
        char line[1024], *at = NULL;
        unsigned child = number(d->d_name);
        if (child)
            at = skip_fields(process_fields(child, line, sizeof line), 1);
        if (at && number(at) == pid)
            sum += cpu_of(child);
    }
    if (processes)
        closedir(processes);
    return sum;
}

static void measure_cpu(struct load *l)
{
    double used = 0;
    for (unsigned i = 0; i < l->server.count; i++)
        used += cpu_of(l->server.at[i]);
    l->server_cpu = used - l->server_cpu;
    if (l->database)
        l->database_cpu = cpu_with_children(l->database) - l->database_cpu;
    l->own_cpu = cpu_of(0) - l->own_cpu;
}

static void make_due_moves(struct load *l, double t)
{
    for (unsigned i = 0; i < l->games; i++)
        if (l->game[i].waits && t >= l->game[i].due)
            move(l, &l->game[i]);
}

static void run(struct load *l)
{
    struct epoll_event event[EVENTS];
    bool measuring = false;
    while (now() < l->end) {
        if (!measuring && now() >= l->begin) {
            measure_cpu(l);
            measuring = true;
        }
        int count = epoll_wait(l->epoll, event, EVENTS, l->every > 0 ? 2 : 100);
        for (int i = 0; i < count; i++)
            take_bytes(l, event[i].data.ptr);
        if (l->every > 0)
            make_due_moves(l, now());
    }
    measure_cpu(l);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// bench/load.sh reads this line; bench/peers/tally.mjs prints the same.
static void print_result(struct load *l, double seconds)
{
    double moves = l->moves ? (double)l->moves : 1;
    qsort(l->sample, l->samples, sizeof *l->sample, by_size);
    qsort(l->between, l->samples, sizeof *l->between, by_size);
    size_t n = l->samples;
    printf("%u games, %.0f s: %.0f moves/s", l->games, seconds, (double)l->moves / seconds);
    if (n)
        printf(", p50 %.1f ms, p99 %.1f ms, most %.1f ms", l->sample[n / 2] * 1e3,
               l->sample[n * 99 / 100] * 1e3, l->sample[n - 1] * 1e3);
    if (n && servers.count > 1)
        printf(", between p50 %.1f ms, p99 %.1f ms", l->between[n / 2] * 1e3,
               l->between[n * 99 / 100] * 1e3);
    if (l->server.count)
        printf(", server %.0f us/move", l->server_cpu / moves * 1e6);
    if (l->database)
        printf(", database %.0f us/move", l->database_cpu / moves * 1e6);
    printf(", client %.0f us/move%s\n", l->own_cpu / moves * 1e6,
           l->starved ? ", SOME RAN OUT OF GAMES" : "");
}

// All games take each step together, so that the server can commit many at once. The sockets come
// last: one that is silent for minutes is closed.
static void prepare(struct load *l, unsigned matches_each)
{
    for (unsigned i = 0; i < l->games; i++)
        for (unsigned s = 0; s < 2; s++) {
            struct player *p = &l->game[i].player[s];
            p->game = &l->game[i];
            p->seat = s;
            p->person.server = l->together ? i : i + s;
            enter(&p->person);
        }
    for (unsigned m = 0; m < matches_each && m < MATCHES; m++) {
        for (unsigned i = 0; i < l->games; i++)
            open_match(&l->game[i]);
        for (unsigned i = 0; i < l->games; i++)
            join_match(&l->game[i]);
        for (unsigned i = 0; i < l->games; i++)
            have_match(&l->game[i]);
    }
    for (unsigned i = 0; i < l->games; i++)
        for (unsigned s = 0; s < 2; s++) {
            close(l->game[i].player[s].person.http);
            open_socket(l, &l->game[i].player[s]);
        }
}

static bool open_lexicon(struct config *c, const char *folder, struct reason *why)
{
    static struct lexicon_cache books;
    static struct search_path search_path;
    search_path_init(&search_path, folder);
    books.search_path = &search_path;
    if (!config_init(c, TEXT("balda"), why) || !config_set(c, TEXT("size"), TEXT("9"), why))
        return false;
    c->seats = 2;
    c->lexicon = lexicon_cache_open(&books, "en", why);
    return c->lexicon != NULL;
}

static int play(struct load *l, char **arg, const char *lexicons)
{
    struct reason why;
    if (!open_lexicon(&l->config, lexicons, &why))
        die("lexicon");
    double seconds = number(arg[1]);
    l->games = number(arg[0]);
    l->every = number(arg[2]) / 1e3;
    l->epoll = epoll_create1(0);
    l->game = calloc(l->games, sizeof *l->game);
    l->sample = malloc(SAMPLES * sizeof *l->sample);
    l->between = malloc(SAMPLES * sizeof *l->between);
    if (!l->games || !l->game || !l->sample || !l->between || l->epoll < 0)
        die("memory");
    // Enough games at twenty thousand moves a second, sixty moves in each.
    double moves = l->every > 0 ? seconds / l->every : seconds * 2e4 / l->games;
    double start = now();
    prepare(l, (unsigned)(moves / 60) + 2);
    sleep(l->wait);
    fprintf(stderr, "%u games prepared in %.1f s\n", l->games * l->game->matches, now() - start);
    for (unsigned i = 0; i < l->games; i++)
        watch_match(&l->game[i]);
    l->begin = now() + 1 + l->every;
    l->end = l->begin + seconds;
    run(l);
    print_result(l, seconds);
    return l->starved > 0;
}

static long memory_kb(unsigned pid)
{
    char path[64], line[256];
    long kb = 0;
    snprintf(path, sizeof path, "/proc/%u/status", pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    if (f)
        fclose(f);
    return kb;
}

static unsigned still_open(const int *fd, unsigned count)
{
    unsigned open = 0;
    char byte;
    for (unsigned i = 0; i < count; i++) {
        // The server's messages stay unread.
        open += recv(fd[i], &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    }
    return open;
}

static int idle(unsigned count, unsigned pid)
{
    static struct player p;
    long before = pid ? memory_kb(pid) : 0;
    int *fd = calloc(count ? count : 1, sizeof *fd);
    if (!fd)
        die("memory");
    for (unsigned i = 0; i < count; i++) {
        if (i % SOCKETS_A_GUEST == 0) {
            p.person = (struct person){0};
            enter(&p.person);
            close(p.person.http);
        }
        open_socket(NULL, &p);
        fd[i] = p.fd;
    }
    sleep(2);
    unsigned open = still_open(fd, count);
    printf("%u idle sockets, %u held", count, open);
    if (pid)
        printf(": server %.1f MB before, %.1f kB a socket", (double)before / 1024,
               (double)(memory_kb(pid) - before) / count);
    printf("\n");
    free(fd);
    return open != count;
}

static void allow_files(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static int usage(void)
{
    fprintf(stderr, "usage: bench-load [-t] [-d PID] [-w SECONDS] SERVERS LEXICONS GAMES SECONDS "
                    "EVERY_MS [SERVER_PIDS]\n"
                    "       bench-load SERVERS idle N [SERVER_PIDS]\n");
    return 2;
}

int main(int argc, char **argv)
{
    static struct load l;
    for (int c; (c = getopt(argc, argv, "td:w:")) != -1;)
        if (c == 't')
            l.together = true;
        else if (c == 'd')
            l.database = number(optarg);
        else if (c == 'w')
            l.wait = number(optarg);
        else
            return usage();
    argc -= optind;
    argv += optind;
    bool idles = argc >= 3 && strcmp(argv[1], "idle") == 0;
    if (argc < 3 || (!idles && argc < 5))
        return usage();
    l.server = numbers_of(argc > (idles ? 3 : 5) ? argv[idles ? 3 : 5] : NULL);
    allow_files();
    if (!read_servers(argv[0]))
        return usage();
    if (idles)
        return idle(number(argv[2]), l.server.at[0]);
    return play(&l, argv + 2, argv[1]);
}
