#!/bin/sh
# install.sh PACKAGE "WHAT IS SKIPPED WITHOUT IT" COMMAND...: finds one of the commands, or installs
# Debian's package when root. Never fails: what needs it is skipped and says so.
package=$1 skipped=$2
shift 2
for name in "$@"; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing $package for $skipped"
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install "$package"; } >/dev/null 2>&1 ||
        echo "$package could not be installed: $skipped will be skipped"
else
    echo "no $package found, and no right to install it: $skipped will be skipped"
fi
exit 0
