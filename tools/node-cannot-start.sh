# `npm install` ends with this where the Node 26 that it has brought cannot start (`postinstall` in package.json), so it is
# written for a shell. What Node brings with it does not include one library, which most systems have and a minimal one
# may not; npm then leaves out the embedded PostgreSQL as well, which a second `npm install` puts right.
cat >&2 <<'END'

The Node 26 that came with the packages cannot start here, for the reason in the line above. If it names libatomic.so.1:

  Debian, Ubuntu           apt-get install libatomic1
  Fedora, Red Hat, Amazon  dnf install libatomic

Then run npm install again. Alpine and others without glibc are not supported.

END
exit 1
