#include "cli/terminal/screen.h"

#include "base/utf8.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { WAIT_MS = 100, ESCAPE_MS = 50 }; // polling interval for signals; delay after Esc

static int wait_ms = WAIT_MS;

// Colours for terminals with 256 and with eight of them, and attributes for monochrome terminals.
// -1 is the terminal's default colour.
static const struct look {
    short text, ground, text8, ground8;
    attr_t more;  // with colours
    attr_t plain; // without
} looks[STYLES] = {
    [STYLE_PLAIN] = {-1, -1, -1, -1, 0, 0},
    [STYLE_TITLE] = {255, 238, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [STYLE_DIM] = {245, -1, -1, -1, 0, 0},
    [STYLE_STRONG] = {-1, -1, -1, -1, A_BOLD, A_BOLD},
    [STYLE_GOOD] = {71, -1, COLOR_GREEN, -1, A_BOLD, A_BOLD},
    [STYLE_BAD] = {167, -1, COLOR_RED, -1, A_BOLD, A_BOLD},
    [STYLE_KEY] = {253, 240, COLOR_BLACK, COLOR_WHITE, 0, A_REVERSE},
    [STYLE_BOX] = {255, 237, COLOR_WHITE, COLOR_BLUE, 0, 0},
    [STYLE_LINE] = {242, -1, -1, -1, 0, 0},
    [STYLE_TILE] = {234, 230, COLOR_BLACK, COLOR_WHITE, A_BOLD, A_BOLD},
    [STYLE_OPEN] = {22, 151, COLOR_BLACK, COLOR_GREEN, 0, 0},
    [STYLE_CURSOR] = {231, 26, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [STYLE_TRACE] = {234, 221, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_REVERSE},
    [STYLE_TRACE_NEW] = {231, 166, COLOR_WHITE, COLOR_RED, A_BOLD,
                         A_REVERSE | A_BOLD | A_UNDERLINE},
    [STYLE_LOG] = {231, 98, COLOR_WHITE, COLOR_MAGENTA, A_BOLD, A_REVERSE},
    [STYLE_LOG_NEW] = {231, 54, COLOR_WHITE, COLOR_MAGENTA, A_BOLD | A_UNDERLINE,
                       A_REVERSE | A_BOLD | A_UNDERLINE},
    [STYLE_HINT] = {234, 117, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_REVERSE},
    [STYLE_HINT_NEW] = {231, 25, COLOR_WHITE, COLOR_CYAN, A_BOLD | A_UNDERLINE,
                        A_REVERSE | A_BOLD | A_UNDERLINE},
    [STYLE_LETTER_2] = {24, 153, COLOR_BLACK, COLOR_CYAN, 0, 0},
    [STYLE_LETTER_3] = {231, 25, COLOR_WHITE, COLOR_BLUE, 0, 0},
    [STYLE_WORD_2] = {89, 218, COLOR_BLACK, COLOR_MAGENTA, 0, 0},
    [STYLE_WORD_3] = {231, 160, COLOR_WHITE, COLOR_RED, 0, 0},
};

static volatile sig_atomic_t ended;
static SCREEN *terminal;
static bool coloured;

static void note_end(int signal)
{
    (void)signal;
    ended = 1;
}

static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction act = {.sa_handler = note_end};
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &act, NULL);
}

// All scripts need UTF-8, whatever the user's locale.
static void set_locale(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static void set_colours(void)
{
    const char *without = getenv("NO_COLOR");
    coloured = has_colors() && !(without && *without) && start_color() == OK && COLORS >= 8;
    if (!coloured)
        return;
    bool own = use_default_colors() == OK, many = COLORS >= 256;
    for (int i = 1; i < STYLES; i++) {
        short text = many ? looks[i].text : looks[i].text8;
        short ground = many ? looks[i].ground : looks[i].ground8;
        init_pair((short)i, text < 0 && !own ? COLOR_WHITE : text, ground < 0 && !own ? 0 : ground);
    }
}

// True if terminfo knows the terminal. newterm() checks this, too, but leaks memory if it does not.
static bool known_terminal(void)
{
    int error;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    del_curterm(cur_term);
    return true;
}

bool screen_open(struct reason *why)
{
    const char *kind = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return refuse(why, MSG_PLAY_NO_TERMINAL, "%s", "");
    set_locale();
    terminal = known_terminal() ? newterm(NULL, stdout, stdin) : NULL;
    if (!terminal)
        return refuse(why, MSG_PLAY_BAD_TERMINAL, "%s", kind ? kind : "");
    catch_signals();
    set_colours();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    wtimeout(stdscr, wait_ms);
    mousemask(BUTTON1_PRESSED, NULL);
    mouseinterval(0);
    curs_set(0);
    return true;
}

void screen_close(void)
{
    if (!terminal)
        return;
    endwin();
    delscreen(terminal);
    terminal = NULL;
}

void screen_size(int *rows, int *cols)
{
    *rows = LINES;
    *cols = COLS;
}

void screen_clear(void)
{
    erase();
}

void screen_show(void)
{
    refresh();
}

void screen_beep(void)
{
    beep();
}

bool screen_ended(void)
{
    return ended;
}

static const struct {
    wint_t key;
    enum press press;
} presses[] = {
    {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},        {KEY_LEFT, PRESS_LEFT},
    {KEY_RIGHT, PRESS_RIGHT},   {KEY_HOME, PRESS_UP_LEFT},     {KEY_PPAGE, PRESS_UP_RIGHT},
    {KEY_END, PRESS_DOWN_LEFT}, {KEY_NPAGE, PRESS_DOWN_RIGHT}, {KEY_A1, PRESS_UP_LEFT},
    {KEY_A3, PRESS_UP_RIGHT},   {KEY_C1, PRESS_DOWN_LEFT},     {KEY_C3, PRESS_DOWN_RIGHT},
    {KEY_ENTER, PRESS_ENTER},   {KEY_BACKSPACE, PRESS_BACK},   {KEY_DC, PRESS_BACK},
    {KEY_F(1), PRESS_HELP},     {KEY_F(10), PRESS_MENU},
};

static struct event special_key(wint_t key)
{
    MEVENT mouse;
    if (key == KEY_RESIZE)
        return (struct event){.kind = EVENT_RESIZE};
    if (key == KEY_MOUSE && getmouse(&mouse) == OK)
        return (struct event){.kind = EVENT_CLICK, .row = mouse.y, .col = mouse.x};
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++)
        if (presses[i].key == key)
            return (struct event){.kind = EVENT_PRESS, .code = presses[i].press};
    return (struct event){0};
}

// Esc may begin an escape sequence that terminfo does not describe. Its rest must not be taken for
// letters. The common final characters are interpreted.
static struct event escape(void)
{
    static const struct {
        wint_t end;
        enum press press;
    } ends[] = {{'A', PRESS_UP},      {'B', PRESS_DOWN},      {'C', PRESS_RIGHT}, {'D', PRESS_LEFT},
                {'H', PRESS_UP_LEFT}, {'F', PRESS_DOWN_LEFT}, {'P', PRESS_HELP}};
    struct event e = {.kind = EVENT_PRESS, .code = PRESS_ESCAPE};
    wint_t code = 0;
    wtimeout(stdscr, 0);
    int got = get_wch(&code);
    if (got == OK && (code == '[' || code == 'O')) {
        while (get_wch(&code) == OK && (code < '@' || code > '~'))
            ;
        e.kind = EVENT_NONE;
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (ends[i].end == code)
                e = (struct event){.kind = EVENT_PRESS, .code = ends[i].press};
    } else if (got == OK) {
        unget_wch((wchar_t)code);
    } else if (got == KEY_CODE_YES) {
        ungetch((int)code);
    }
    wtimeout(stdscr, wait_ms);
    return e;
}

static struct event character(wint_t code)
{
    static const struct {
        wint_t code;
        enum press press;
    } controls[] = {{'\r', PRESS_ENTER},
                    {'\n', PRESS_ENTER},
                    {'\t', PRESS_TAB},
                    {8, PRESS_BACK},
                    {127, PRESS_BACK}};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (controls[i].code == code)
            return (struct event){.kind = EVENT_PRESS, .code = controls[i].press};
    if (code == 27)
        return escape();
    if (code < ' ')
        return (struct event){0};
    return (struct event){.kind = EVENT_CHAR, .code = (uint32_t)code};
}

// True if the terminal has been closed.
static bool hung_up(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) == 1 && (in.revents & (POLLHUP | POLLERR | POLLNVAL));
}

struct event screen_wait(int milliseconds)
{
    wait_ms = milliseconds && milliseconds < WAIT_MS ? milliseconds : WAIT_MS;
    wtimeout(stdscr, wait_ms);
    while (!ended) {
        wint_t code = 0;
        int got = get_wch(&code);
        struct event e = got == KEY_CODE_YES ? special_key(code)
                         : got == OK         ? character(code)
                                             : (struct event){0};
        if (e.kind != EVENT_NONE)
            return e;
        if (got == ERR && hung_up())
            break;
        if (milliseconds && (milliseconds -= wait_ms) <= 0)
            return e;
    }
    return (struct event){.kind = EVENT_END};
}

static void use_style(enum style style)
{
    attr_t attributes = coloured ? looks[style].more : looks[style].plain;
    attr_set(attributes, coloured ? (short)style : (short)0, NULL);
}

static bool harmless(uint32_t code)
{
    return code >= ' ' && code != 0x7f && !(code >= 0x80 && code < 0xa0);
}

void screen_char(int row, int col, enum style style, uint32_t code)
{
    wchar_t one[2] = {harmless(code) ? (wchar_t)code : L' ', L'\0'};
    use_style(style);
    mvaddnwstr(row, col, one, 1);
}

// Writes the whole text.
static int put_text(struct text t)
{
    int used = 0;
    for (uint32_t code; t.len;) {
        if (!utf8_next(&t, &code))
            code = 0xfffd;
        wchar_t one[2] = {harmless(code) ? (wchar_t)code : L' ', L'\0'};
        used += utf8_width((uint32_t)one[0]);
        addnwstr(one, 1);
    }
    return used;
}

int screen_text(int row, int col, int width, enum style style, struct text t)
{
    struct text fits = text_fit(t, width);
    if (width <= 0)
        return 0;
    use_style(style);
    move(row, col);
    if (fits.len == t.len)
        return put_text(t);
    return put_text(text_fit(t, width - 1)) + put_text(TEXT("…"));
}

void screen_field(int row, int col, int width, enum style style, struct text t)
{
    int used = screen_text(row, col, width, style, t);
    for (; used < width; used++)
        screen_char(row, col + used, style, ' ');
}

void screen_fill(struct rect r, enum style style)
{
    for (int i = 0; i < r.rows; i++)
        screen_field(r.top + i, r.left, r.cols, style, (struct text){0});
}

void screen_frame(struct rect r, enum style style)
{
    int bottom = r.top + r.rows - 1, right = r.left + r.cols - 1;
    for (int col = r.left + 1; col < right; col++) {
        screen_char(r.top, col, style, 0x2500);
        screen_char(bottom, col, style, 0x2500);
    }
    for (int row = r.top + 1; row < bottom; row++) {
        screen_char(row, r.left, style, 0x2502);
        screen_char(row, right, style, 0x2502);
    }
    screen_char(r.top, r.left, style, 0x256d);
    screen_char(r.top, right, style, 0x256e);
    screen_char(bottom, r.left, style, 0x2570);
    screen_char(bottom, right, style, 0x256f);
}
