// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tandem::test {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

// Called in the child, between fork and exec.
void sendTo(int descriptor, const std::string& path)
{
    const int opened = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(opened, descriptor);
    close(opened);
}

}  // namespace

ProgramTest::ProgramTest()
{
    fs::create_directory(m_folder.path() / "data");
    writeSmallDataset(m_folder.path() / "data");
}

pid_t ProgramTest::start(const std::vector<std::string>& arguments)
{
    std::vector<std::string> words{TANDEM_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string out = path("out"), err = path("err"), home = path("home");
    const pid_t child = fork();
    if (child == 0) {
        sendTo(STDOUT_FILENO, out);
        sendTo(STDERR_FILENO, err);
        setenv("TANDEM_HOME", home.c_str(), 1);
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            unsetenv(name);
        execv(TANDEM_PROGRAM, argv.data());
        _exit(127);
    }
    return child;
}

Called ProgramTest::waitFor(pid_t process)
{
    int status = 0;
    waitpid(process, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, textOf(path("out")), textOf(path("err"))};
}

Called ProgramTest::call(const std::vector<std::string>& arguments)
{
    return waitFor(start(arguments));
}

std::string ProgramTest::experiment(const std::string& changes)
{
    Json document = smallExperiment(m_folder.path() / "data").document;
    document["optimizer"] = Json::parse(R"({"adam": {"lr": 0.02}})");  // learns within its two epochs
    document.merge_patch(Json::parse(changes));  // not checked here: some tests want it to be wrong
    return file("small.tandem.json", document.dump(2));
}

std::string ProgramTest::file(const std::string& name, const std::string& text)
{
    std::ofstream(m_folder.path() / name, std::ios::binary) << text;
    return path(name);
}

std::vector<fs::path> ProgramTest::comparisons() const
{
    std::vector<fs::path> found;
    const fs::path root = m_folder.path() / "home" / "comparisons";
    if (fs::exists(root))
        for (const fs::directory_entry& entry : fs::directory_iterator(root))
            found.push_back(entry.path());
    return found;
}

}  // namespace tandem::test
