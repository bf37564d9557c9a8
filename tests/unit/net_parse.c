// Heads and chunks that two readers could take in two ways are refused, each of them, with the
// status that says so. A row is a whole head; LF in it stands for CR LF, and ¬ for LF alone.
#include "server/net/parse.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    const char *head;
    unsigned status;
};

// The bytes of a row.
static void write_row(struct buf *out, const char *head)
{
    buf_clear(out);
    for (const char *at = head; *at; at++) {
        if (strncmp(at, "¬", strlen("¬")) == 0) {
            buf_add_byte(out, '\n');
            at += strlen("¬") - 1;
        } else if (*at == '\n') {
            buf_add(out, "\r\n", 2);
        } else {
            buf_add_byte(out, (unsigned char)*at);
        }
    }
}

static unsigned parse(struct buf *bytes, struct net_head *h)
{
    struct arena arena = {0};
    unsigned status = net_head_parse(h, bytes->at, bytes->len, &arena);
    free(h->field);
    h->field = NULL;
    arena_release(&arena);
    return status;
}

static void check_rows(const struct row *rows, size_t count)
{
    struct buf bytes = {0};
    for (size_t i = 0; i < count; i++) {
        struct net_head h;
        write_row(&bytes, rows[i].head);
        unsigned status = parse(&bytes, &h);
        if (status != rows[i].status)
            test_fail(__FILE__, __LINE__, "%u, not %u: %s", status, rows[i].status, rows[i].head);
    }
    buf_release(&bytes);
}

#define ROWS(...)                                   \
    static const struct row rows[] = {__VA_ARGS__}; \
    check_rows(rows, sizeof rows / sizeof *rows)

static void lines(void)
{
    ROWS({"GET / HTTP/1.1\nHost: x\n\n", 0},               //
         {"GET / HTTP/1.0\n\n", 0},                        //
         {"GET / HTTP/1.1¬Host: x\n\n", 400},              // LF alone
         {"GET / HTTP/1.1\nHost: x¬\n\n", 400},            //
         {"GET / HTTP/1.1\nHost: x¬A: b\n\n", 400},        //
         {"GET / HTTP/1.1\nHost: x\nA: b\rC: d\n\n", 400}, // CR alone
         {"GET / HTTP/1.1\nHost: x\nA: b\r\n\n", 400},     //
         {"GET / HTTP/1.1\nHost: x\n A: folded\n\n", 400}, // a line that goes on
         {"GET / HTTP/1.1\nHost: x\nA: b\n\tc\n\n", 400},  //
         {"GET / HTTP/1.1\n Host: x\n\n", 400},            //
         {"GET  / HTTP/1.1\nHost: x\n\n", 400},            // spaces
         {"GET /  HTTP/1.1\nHost: x\n\n", 400},            //
         {"GET / HTTP/1.1 \nHost: x\n\n", 400},            //
         {" GET / HTTP/1.1\nHost: x\n\n", 400},            //
         {"GET\t/ HTTP/1.1\nHost: x\n\n", 400},            //
         {"GET /a\tb HTTP/1.1\nHost: x\n\n", 400},         //
         {"GET /a?b\tc HTTP/1.1\nHost: x\n\n", 400},       //
         {"GET /a?b\vc HTTP/1.1\nHost: x\n\n", 400},       //
         {"GET /a#b HTTP/1.1\nHost: x\n\n", 400},          //
         {"GET / http/1.1\nHost: x\n\n", 400},             //
         {"GET / HTTP/2.0\nHost: x\n\n", 505},             //
         {"GET / HTTP/1.2\nHost: x\n\n", 505},             //
         {"GET /\nHost: x\n\n", 400},                      // HTTP/0.9
         {"get / HTTP/1.1\nHost: x\n\n", 501});
}

static void fields(void)
{
    ROWS({"GET / HTTP/1.1\nHost: x\nA:b\n\n", 0},         //
         {"GET / HTTP/1.1\nHost: x\nA: \t b \t \n\n", 0}, //
         {"GET / HTTP/1.1\nHost: x\nA:\n\n", 0},          //
         {"GET / HTTP/1.1\nHost: x\nA : b\n\n", 400},     // space before the colon
         {"GET / HTTP/1.1\nHost: x\nA\t: b\n\n", 400},    //
         {"GET / HTTP/1.1\nHost: x\n: b\n\n", 400},       //
         {"GET / HTTP/1.1\nHost: x\nA\n\n", 400},         //
         {"GET / HTTP/1.1\nHost: x\nA(b): c\n\n", 400},   //
         {"GET / HTTP/1.1\nHost: x\nÄ: c\n\n", 400},      //
         {"GET / HTTP/1.1\nHost: x\nA: \vb\n\n", 400},    // control characters, at either end
         {"GET / HTTP/1.1\nHost: x\nA: \fb\n\n", 400},    //
         {"GET / HTTP/1.1\nHost: x\nA: b\v\n\n", 400},    //
         {"GET / HTTP/1.1\nHost: x\nA: b\f\n\n", 400},    //
         {"GET / HTTP/1.1\nHost: x\nA:\v\n\n", 400},      //
         {"GET / HTTP/1.1\nHost: x\nA: b\x01"
          "c\n\n",
          400},                                          //
         {"GET / HTTP/1.1\nHost: x\nA: b\x7f\n\n", 400}, //
         {"GET / HTTP/1.1\nHost: x\nA: b\x1b\n\n", 400});
}

static void the_body(void)
{
    ROWS({"POST / HTTP/1.1\nHost: x\nContent-Length: 5\n\n", 0},                                  //
         {"POST / HTTP/1.1\nHost: x\nContent-Length:5 \n\n", 0},                                  //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n", 0},                         //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: CHUNKED\n\n", 0},                         //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: \n\n", 400},                                 //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: +5\n\n", 400},                               //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: -5\n\n", 400},                               //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 0x5\n\n", 400},                              //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 5 5\n\n", 400},                              //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 5, 5\n\n", 400},                             //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 5.0\n\n", 400},                              //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: \v5\n\n", 400},                              //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 5\nContent-Length: 5\n\n", 400},             //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 5\ncontent-length: 6\n\n", 400},             //
         {"POST / HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked\n\n", 400},    //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nContent-Length: 0\n\n", 400},    //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding:\n\n", 400},                               //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: \t\n\n", 400},                            //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding:\nContent-Length: 5\n\n", 400},            //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: \vchunked\n\n", 400},                     //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\f\n\n", 400},                     //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding : chunked\n\n", 400},                      //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: x\n\n", 501},                             //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: identity\n\n", 501},                      //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: gzip, chunked\n\n", 501},                 //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked, chunked\n\n", 501},              //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: \"chunked\"\n\n", 501},                   //
         {"POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nTransfer-Encoding: x\n\n", 400}, //
         {"POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n", 400},                                //
         {"POST / HTTP/1.1\nHost: x\nExpect: 200-ok\n\n", 417});
}

static void the_host(void)
{
    ROWS({"GET / HTTP/1.1\nHost: x.example:8080\n\n", 0},    //
         {"GET / HTTP/1.1\nHost: [::1]:8080\n\n", 0},        //
         {"GET http://x/a HTTP/1.1\nHost: x\n\n", 0},        //
         {"GET HTTPS://X:80/a HTTP/1.1\nHost: x:80\n\n", 0}, //
         {"GET http://x/a HTTP/1.0\n\n", 0},                 //
         {"GET / HTTP/1.1\n\n", 400},                        //
         {"GET / HTTP/1.1\nHost:\n\n", 400},                 //
         {"GET / HTTP/1.0\nHost:\n\n", 400},                 //
         {"GET / HTTP/1.1\nHost: x\nHost: x\n\n", 400},      //
         {"GET / HTTP/1.1\nHost: x\nhost: y\n\n", 400},      //
         {"GET / HTTP/1.1\nHost: x, y\n\n", 400},            //
         {"GET / HTTP/1.1\nHost: x y\n\n", 400},             //
         {"GET / HTTP/1.1\nHost: x/y\n\n", 400},             //
         {"GET / HTTP/1.1\nHost: u@x\n\n", 400},             //
         {"GET / HTTP/1.1\nHost: x?y\n\n", 400},             //
         {"GET / HTTP/1.1\nHost: x\\y\n\n", 400},            //
         {"GET http://y/a HTTP/1.1\nHost: x\n\n", 400},      // two names
         {"GET http://x:80/a HTTP/1.1\nHost: x\n\n", 400},   //
         {"GET http://x@x/a HTTP/1.1\nHost: x\n\n", 400},    //
         {"GET http:///a HTTP/1.1\nHost: x\n\n", 400},       //
         {"GET http://x HTTP/1.1\nHost: x\n\n", 400},        //
         {"GET ftp://x/a HTTP/1.1\nHost: x\n\n", 400},       //
         {"GET x:80 HTTP/1.1\nHost: x\n\n", 400},            //
         {"GET a HTTP/1.1\nHost: x\n\n", 400},               //
         {"OPTIONS * HTTP/1.1\nHost: x\n\n", 400});
}

// Any control character at any place: refused, wherever it is put. (A tab may be in a value.)
static void a_control_character_anywhere(void)
{
    static const char head[] = "POST /a?b HTTP/1.1\nHost: x\nA: b c\nContent-Length: 5\n\n";
    struct buf good = {0}, bad = {0};
    struct net_head h;
    write_row(&good, head);
    for (size_t at = 0; at + 4 <= good.len; at++) {
        for (unsigned c = 0; c <= 0x7f; c = c == 0x1f ? 0x7f : c + 1) {
            if (c == '\t' || c == '\r' || c == '\n')
                continue;
            buf_clear(&bad);
            buf_add(&bad, good.at, at);
            buf_add_byte(&bad, (unsigned char)c);
            buf_add(&bad, good.at + at, good.len - at);
            if (!parse(&bad, &h))
                test_fail(__FILE__, __LINE__, "\\x%02x at byte %zu is taken", c, at);
        }
    }
    buf_release(&good);
    buf_release(&bad);
}

static void chunks(void)
{
    static const struct row rows[] = {
        {"5\nhello\n0\n\n", 0},
        {"5;a=b\nhello\n0\n\n", 0},
        {"00000005\nhello\n0\n\n", 0},
        {"0\nA: b\n\n", 0},
        {"5 \nhello\n0\n\n", 400},
        {" 5\nhello\n0\n\n", 400},
        {"5\t;a\nhello\n0\n\n", 400},
        {"+5\nhello\n0\n\n", 400},
        {"-5\nhello\n0\n\n", 400},
        {"0x5\nhello\n0\n\n", 400},
        {"5g\nhello\n0\n\n", 400},
        {"\nhello\n0\n\n", 400},
        {";a\nhello\n0\n\n", 400},
        {"5¬hello\n0\n\n", 400},
        {"5\rhello\n0\n\n", 400},
        {"5;a\vb\nhello\n0\n\n", 400},
        {"5\nhello¬0\n\n", 400},
        {"5\nhelloo\n0\n\n", 400},
        {"4\nhello\n0\n\n", 400},
        {"0\nGET / HTTP/1.1\n\n", 400},
        {"0\n A: b\n\n", 400},
        {"0\nA : b\n\n", 400},
        {"000000005\nhello\n0\n\n", 413},
        {"ffffffff\nhello\n0\n\n", 413},
    };
    struct buf bytes = {0}, body = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net_chunks c = {0};
        write_row(&bytes, rows[i].head);
        struct text rest = buf_text(&bytes);
        buf_clear(&body);
        unsigned status = net_chunks_read(&c, &rest, &body, 100);
        bool done = status || (c.state == CHUNK_DONE && rest.len == 0);
        if (status != rows[i].status || !done)
            test_fail(__FILE__, __LINE__, "%u, not %u: %s", status, rows[i].status, rows[i].head);
    }
    buf_release(&bytes);
    buf_release(&body);
}

static const struct test tests[] = {
    TEST(lines),  TEST(fields), TEST(the_body), TEST(the_host), TEST(a_control_character_anywhere),
    TEST(chunks),
};

TEST_MAIN(tests)
