"""Source packages and headers of Debian, below a directory of ours.

apt gets lists and a cache of its own in DIR/apt, so that neither the
machine's sources nor its packages change: sources are unpacked to
DIR/source/PACKAGE, headers of -dev packages to DIR/headers.  Sources come with
their Debian patches left out.
"""
import glob
import os
import subprocess

SUITE = "bookworm"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
LIST = """Types: deb deb-src
URIs: http://deb.debian.org/debian
Suites: %s
Components: main
Signed-By: %s
""" % (SUITE, KEYRING)


def apt(work):
    """The apt-get that keeps everything below work, its lists fetched."""
    home = os.path.realpath(os.path.join(work, "apt"))
    command = ["apt-get", "-qq"]
    for name, folder in (("Etc::sourceparts", "parts"),
                         ("State::lists", "lists"), ("Cache", "cache")):
        os.makedirs(os.path.join(home, folder, "partial"), exist_ok=True)
        command += ["-o", "Dir::%s=%s" % (name, os.path.join(home, folder))]
    command += ["-o", "Dir::Etc::sourcelist=/dev/null"]
    path = os.path.join(home, "parts", "debian.sources")
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as f:
            f.write(LIST)
        subprocess.run(command + ["update"], check=True)
    return command


def source(package, work):
    """The unpacked source of a package."""
    root = os.path.realpath(os.path.join(work, "source", package))
    if os.path.isdir(root):
        return root
    where = os.path.dirname(root)
    os.makedirs(where, exist_ok=True)
    subprocess.run(apt(work) + ["source", "--download-only", package],
                   cwd=where, stderr=subprocess.DEVNULL, check=True)
    archive = [a for a in sorted(glob.glob(os.path.join(
        where, package + "_*.orig.tar.*"))) if not a.endswith(".asc")][0]
    os.makedirs(root + ".new", exist_ok=True)
    subprocess.run(["tar", "xf", archive, "-C", root + ".new",
                    "--strip-components=1"], check=True)
    os.rename(root + ".new", root)
    return root


def prepare(root, command):
    """Some sources have to be configured; a failure shows in the counts."""
    marker = os.path.join(root, ".prepared")
    if os.path.exists(marker):
        return
    with open(os.path.join(root, ".prepare.log"), "w",
              encoding="utf-8") as log:
        subprocess.run(command or "true", shell=True, cwd=root, stdout=log,
                       stderr=log, stdin=subprocess.DEVNULL)
    open(marker, "w", encoding="utf-8").close()


def headers(packages, work):
    """The directory with what these -dev packages would install."""
    root = os.path.realpath(os.path.join(work, "headers"))
    for package in packages:
        marker = os.path.join(root, "." + package)
        if os.path.exists(marker):
            continue
        os.makedirs(root, exist_ok=True)
        subprocess.run(apt(work) + ["download", package], cwd=root, check=True)
        for archive in glob.glob(os.path.join(root, package + "_*.deb")):
            subprocess.run(["dpkg", "-x", archive, root], check=True)
            os.remove(archive)
        open(marker, "w", encoding="utf-8").close()
    return root
