// Stands between the arena and somebody's program, so that nothing the program starts gets away.
//
//   dropfour-guard CONTROL FOLDER DATA FILE PROGRAM [ARGUMENT ...]
//
// CONTROL is a socket of packets to the arena. The guard is the parent of everything the program
// starts, however it forks, since orphans come to the nearest "subreaper" (Linux). When the arena
// closes its end, or is killed, the guard kills all of them, removes FOLDER, and ends.
//
//   from the arena   'c' count them, 't' ask them to end
//   to the arena     "failed ERRNO" the program could not be started
//                    "status N" it has ended (-N: by a signal)
//                    "family COUNT KILOBYTES" the answer to 'c'
//
// DATA and FILE are limits in bytes. This is no part of the core: it is about processes only.

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int kRounds = 1000;  // of killing, a millisecond each

struct Process {
    pid_t pid;
    pid_t parent;
    char state;
};

std::string read_file(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    char text[512];
    const ssize_t size = read(file, text, sizeof text);
    close(file);
    return size > 0 ? std::string(text, static_cast<size_t>(size)) : std::string();
}

std::string place(pid_t pid, const char* what) {
    return "/proc/" + std::to_string(pid) + "/" + what;
}

// All processes of the machine that can be seen.
std::vector<Process> everyone() {
    std::vector<Process> found;
    DIR* folder = opendir("/proc");
    if (folder == nullptr) return found;
    while (const dirent* entry = readdir(folder)) {
        const pid_t pid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (pid <= 0) continue;
        const std::string stat = read_file(place(pid, "stat"));
        const size_t end_of_name = stat.rfind(')');  // the name may hold anything
        Process process{pid, 0, '?'};
        if (end_of_name != std::string::npos &&
            std::sscanf(stat.c_str() + end_of_name + 1, " %c %d", &process.state,
                        &process.parent) == 2)
            found.push_back(process);
    }
    closedir(folder);
    return found;
}

// All that the program has started, itself among them, without those that are dead already.
std::vector<Process> family() {
    const std::vector<Process> all = everyone();
    std::vector<Process> members;
    std::vector<pid_t> parents{getpid()};
    while (!parents.empty()) {
        const pid_t parent = parents.back();
        parents.pop_back();
        for (const Process& process : all)
            if (process.parent == parent) {
                parents.push_back(process.pid);
                if (process.state != 'Z' && process.state != 'X') members.push_back(process);
            }
    }
    return members;
}

void tell(int control, const std::string& words) {
    send(control, words.data(), words.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

// One that somebody has stopped goes on: its clock runs, and nothing is gained by standing still.
void count(int control) {
    const std::vector<Process> members = family();
    const long page_kb = sysconf(_SC_PAGESIZE) / 1024;
    long kilobytes = 0;
    for (const Process& process : members) {
        if (process.state == 'T') kill(process.pid, SIGCONT);
        long size = 0, resident = 0;
        if (std::sscanf(read_file(place(process.pid, "statm")).c_str(), "%ld %ld", &size,
                        &resident) == 2)
            kilobytes += resident * page_kb;
    }
    tell(control, "family " + std::to_string(members.size()) + " " + std::to_string(kilobytes));
}

// Not the sandbox around them: it ends with them.
void ask_to_end() {
    for (const Process& process : family())
        if (read_file(place(process.pid, "comm")) != "bwrap\n") kill(process.pid, SIGTERM);
}

// Stopped first, so that none can fork away; the orphans of the dead come to us and are next.
void kill_everyone() {
    for (int round = 0; round < kRounds; ++round) {
        pid_t reaped = 1;
        while (reaped > 0) reaped = waitpid(-1, nullptr, WNOHANG);
        if (reaped < 0) return;  // there is none, dead or alive
        const std::vector<Process> members = family();
        for (const int number : {SIGSTOP, SIGKILL})
            for (const Process& process : members) kill(process.pid, number);
        usleep(round == 0 ? 200 : 1000);
    }
}

// Everything in a folder, however deep: what lies in folders is moved up until they are empty.
void empty_folder(int folder) {
    static unsigned long moved = 0;
    bool left = true;
    for (int round = 0; left && round < 100000; ++round) {
        left = false;
        const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR* entries = again < 0 ? nullptr : fdopendir(again);
        if (entries == nullptr) return;
        while (const dirent* entry = readdir(entries)) {
            const std::string name = entry->d_name;
            if (name == "." || name == ".." || unlinkat(folder, name.c_str(), 0) == 0 ||
                unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0)
                continue;
            fchmodat(folder, name.c_str(), 0700, 0);
            const int inner =
                openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            DIR* inside = inner < 0 ? nullptr : fdopendir(inner);
            if (inside == nullptr) continue;
            while (const dirent* deeper = readdir(inside)) {
                const std::string part = deeper->d_name;
                if (part == "." || part == "..") continue;
                const std::string up = ".moved-" + std::to_string(moved++);
                if (unlinkat(inner, part.c_str(), 0) != 0)
                    renameat(inner, part.c_str(), folder, up.c_str());
            }
            closedir(inside);
            left = true;
        }
        closedir(entries);
    }
}

void remove_folder(const char* path) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) {
        fchmod(folder, 0700);
        empty_folder(folder);
        close(folder);
    }
    if (rmdir(path) != 0) unlink(path);  // a link by now, or nothing
}

void limit(auto what, const char* bytes) {
    const rlim_t most = std::strtoull(bytes, nullptr, 10);
    const rlimit both{most, most};
    setrlimit(what, &both);
}

// In the child: becomes the program; tells why if it cannot.
[[noreturn]] void become(char** program, const char* data, const char* file, int failure) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setsid();
    limit(RLIMIT_DATA, data);
    limit(RLIMIT_FSIZE, file);
    limit(RLIMIT_CORE, "0");
    execv(program[0], program);
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = write(failure, &reason, sizeof reason);
    _exit(127);
}

bool arena_is_gone(int control) {
    pollfd one{control, POLLIN, 0};
    char byte = 0;
    return poll(&one, 1, 0) > 0 && recv(control, &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
}

// Reaps whoever has ended; tells of the program.
void reap(int control, pid_t program) {
    int status = 0;
    while (const pid_t pid = waitpid(-1, &status, WNOHANG)) {
        if (pid < 0) return;
        if (pid == program) {
            const int number = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
            tell(control, "status " + std::to_string(number));
        }
    }
}

void serve(int control, int signals, pid_t program) {
    pollfd both[] = {{control, POLLIN, 0}, {signals, POLLIN, 0}};
    for (;;) {
        if (poll(both, 2, -1) < 0 && errno != EINTR) return;
        if (both[1].revents & POLLIN) {
            signalfd_siginfo told;
            [[maybe_unused]] const ssize_t size = read(signals, &told, sizeof told);
            reap(control, program);
        }
        if (both[0].revents) {
            char word = 0;
            if (recv(control, &word, 1, 0) <= 0) return;
            if (word == 'c') count(control);
            if (word == 't') ask_to_end();
        }
    }
}

// Starts the program; returns why it could not be, or 0.
int start(char** words, pid_t* program) {
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) return errno;
    *program = fork();
    if (*program < 0) return errno;
    if (*program == 0) become(words + 5, words[3], words[4], failure[1]);
    close(failure[1]);
    int reason = 0;
    if (read(failure[0], &reason, sizeof reason) != sizeof reason) reason = 0;
    close(failure[0]);
    return reason;
}

}  // namespace

int main(int count, char** words) {
    if (count < 6) {
        std::fputs("usage: dropfour-guard CONTROL FOLDER DATA FILE PROGRAM [ARGUMENT ...]\n",
                   stderr);
        return 2;
    }
    const int control = std::atoi(words[1]);
    fcntl(control, F_SETFD, FD_CLOEXEC);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    sigset_t blocked;
    sigfillset(&blocked);
    sigprocmask(SIG_SETMASK, &blocked, nullptr);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const int signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);

    if (!arena_is_gone(control)) {
        pid_t program = 0;
        if (const int reason = start(words, &program))
            tell(control, "failed " + std::to_string(reason));
        const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int stream : {0, 1, 2}) dup2(nothing, stream);  // they are the program's alone
        [[maybe_unused]] const int moved = chdir("/");
        serve(control, signals, program);
    }
    kill_everyone();
    if (words[2][0] != '\0') remove_folder(words[2]);
    return 0;
}
