# bash completion for ddds(1). Made by resolver/completions/make.

_ddds() {
    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
    local context=resolve words=
    # An equals sign is a word of its own: --app = urn
    if [[ $word == "=" ]]; then
        word=
    elif [[ $option == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD-2]}
    fi
    if ((COMP_CWORD > 1)); then
        case ${COMP_WORDS[1]} in
        resolve | trace | fetch | serve | query | lint | test | diff | graph | rewrite | urn | uuid | help | version) context=${COMP_WORDS[1]} ;;
        esac
    fi
    case $context in
    urn | uuid)
        if ((COMP_CWORD > 2)); then
            context="$context ${COMP_WORDS[2]}"
        fi
        ;;
    esac
    COMPREPLY=()
    case "$context $option" in
    "resolve --zone" | \
    "resolve --from" | \
    "resolve --app-file" | \
    "resolve -f" | \
    "resolve --retry-file" | \
    "trace --zone" | \
    "trace --from" | \
    "trace --app-file" | \
    "trace -f" | \
    "trace --retry-file" | \
    "fetch --zone" | \
    "fetch --from" | \
    "fetch --app-file" | \
    "fetch -f" | \
    "fetch --retry-file" | \
    "fetch -o" | \
    "fetch --output" | \
    "fetch --cacert" | \
    "serve --zone" | \
    "serve --from" | \
    "serve --access-log" | \
    "query --zone" | \
    "query --from" | \
    "query -f" | \
    "query --retry-file" | \
    "lint --from" | \
    "lint --baseline" | \
    "lint --write-baseline" | \
    "lint --config" | \
    "test --zone" | \
    "test --from" | \
    "test --app-file" | \
    "test --retry-file" | \
    "test --output" | \
    "diff --zone" | \
    "diff --from" | \
    "diff --app-file" | \
    "diff -f" | \
    "graph --zone" | \
    "graph --from" | \
    "graph --app-file" | \
    "graph -f")
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    "resolve --max-generated" | \
    "resolve --root" | \
    "resolve --service" | \
    "resolve --protocol" | \
    "resolve --own-host" | \
    "resolve --seed" | \
    "resolve --max-hops" | \
    "resolve --max-queries" | \
    "resolve --deadline" | \
    "resolve --jobs" | \
    "resolve --threads" | \
    "resolve --max-time" | \
    "resolve --timeout" | \
    "resolve --tries" | \
    "resolve --bufsize" | \
    "resolve --transport" | \
    "resolve -p" | \
    "resolve --rate" | \
    "resolve --rate-per-server" | \
    "trace --max-generated" | \
    "trace --root" | \
    "trace --service" | \
    "trace --protocol" | \
    "trace --own-host" | \
    "trace --seed" | \
    "trace --max-hops" | \
    "trace --max-queries" | \
    "trace --deadline" | \
    "trace --jobs" | \
    "trace --threads" | \
    "trace --max-time" | \
    "trace --timeout" | \
    "trace --tries" | \
    "trace --bufsize" | \
    "trace --transport" | \
    "trace -p" | \
    "trace --rate" | \
    "trace --rate-per-server" | \
    "fetch --max-generated" | \
    "fetch --root" | \
    "fetch --service" | \
    "fetch --protocol" | \
    "fetch --own-host" | \
    "fetch --seed" | \
    "fetch --max-hops" | \
    "fetch --max-queries" | \
    "fetch --deadline" | \
    "fetch --jobs" | \
    "fetch --max-time" | \
    "fetch --accept" | \
    "fetch --http-timeout" | \
    "fetch --connect-timeout" | \
    "fetch --max-redirects" | \
    "fetch --max-size" | \
    "fetch --proxy" | \
    "fetch --timeout" | \
    "fetch --tries" | \
    "fetch --bufsize" | \
    "fetch --transport" | \
    "fetch -p" | \
    "fetch --rate" | \
    "fetch --rate-per-server" | \
    "serve --max-generated" | \
    "serve --root" | \
    "serve --own-host" | \
    "serve --max-hops" | \
    "serve --max-queries" | \
    "serve --deadline" | \
    "serve --listen" | \
    "serve --host" | \
    "serve --cors" | \
    "serve --threads" | \
    "serve --max-connections" | \
    "serve --max-per-address" | \
    "serve --max-body" | \
    "serve --request-time" | \
    "serve --work-time" | \
    "serve --timeout" | \
    "serve --tries" | \
    "serve --bufsize" | \
    "serve --transport" | \
    "serve -p" | \
    "serve --rate" | \
    "serve --rate-per-server" | \
    "query --max-generated" | \
    "query --deadline" | \
    "query --jobs" | \
    "query --threads" | \
    "query --max-time" | \
    "query --timeout" | \
    "query --tries" | \
    "query --bufsize" | \
    "query --transport" | \
    "query -p" | \
    "query --rate" | \
    "query --rate-per-server" | \
    "lint --max-generated" | \
    "lint --origin" | \
    "lint --root" | \
    "lint --input" | \
    "lint --ignore" | \
    "lint --effort" | \
    "lint --explain" | \
    "lint --authority-port" | \
    "lint --timeout" | \
    "lint --tries" | \
    "lint --bufsize" | \
    "lint --transport" | \
    "lint -p" | \
    "lint --rate" | \
    "lint --rate-per-server" | \
    "test --max-generated" | \
    "test --root" | \
    "test --service" | \
    "test --protocol" | \
    "test --own-host" | \
    "test --seed" | \
    "test --max-hops" | \
    "test --max-queries" | \
    "test --deadline" | \
    "test --jobs" | \
    "test --threads" | \
    "test --timeout" | \
    "test --tries" | \
    "test --bufsize" | \
    "test --transport" | \
    "test -p" | \
    "test --rate" | \
    "test --rate-per-server" | \
    "diff --max-generated" | \
    "diff --root" | \
    "diff --service" | \
    "diff --protocol" | \
    "diff --own-host" | \
    "diff --seed" | \
    "diff --max-hops" | \
    "diff --max-queries" | \
    "diff --deadline" | \
    "diff --jobs" | \
    "diff --format" | \
    "diff --timeout" | \
    "diff --tries" | \
    "diff --bufsize" | \
    "diff --transport" | \
    "diff -p" | \
    "diff --rate" | \
    "diff --rate-per-server" | \
    "graph --max-generated" | \
    "graph --root" | \
    "graph --service" | \
    "graph --protocol" | \
    "graph --own-host" | \
    "graph --seed" | \
    "graph --max-hops" | \
    "graph --max-queries" | \
    "graph --deadline" | \
    "graph --jobs" | \
    "graph --key" | \
    "graph --depth" | \
    "graph --max-edges" | \
    "graph --format" | \
    "graph --timeout" | \
    "graph --tries" | \
    "graph --bufsize" | \
    "graph --transport" | \
    "graph -p" | \
    "graph --rate" | \
    "graph --rate-per-server" | \
    "uuid gen --custom" | \
    "uuid gen -N" | \
    "uuid gen --name" | \
    "uuid gen --at" | \
    "uuid gen --node" | \
    "uuid gen -C" | \
    "uuid gen --count" | \
    "uuid parse -o" | \
    "uuid parse --output")
        return
        ;;
    "resolve --app" | \
    "trace --app" | \
    "fetch --app" | \
    "lint --app" | \
    "test --app" | \
    "diff --app" | \
    "graph --app")
        mapfile -t COMPREPLY < <(compgen -W "urn uri enum s-naptr u-naptr sip peppol radius 3gpp ddi" -- "$word")
        return
        ;;
    "resolve --fail-on" | \
    "trace --fail-on" | \
    "fetch --fail-on" | \
    "query --fail-on" | \
    "test --fail-on")
        mapfile -t COMPREPLY < <(compgen -W "bad temporary none" -- "$word")
        return
        ;;
    "resolve --progress" | \
    "trace --progress" | \
    "fetch --progress" | \
    "query --progress" | \
    "test --progress")
        mapfile -t COMPREPLY < <(compgen -W "auto always never json" -- "$word")
        return
        ;;
    "resolve --format")
        mapfile -t COMPREPLY < <(compgen -W "text short json radsecproxy freeradius" -- "$word")
        return
        ;;
    "resolve --color" | \
    "trace --color" | \
    "fetch --color" | \
    "query --color" | \
    "lint --color")
        mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word")
        return
        ;;
    "trace --format" | \
    "fetch --format" | \
    "query --format")
        mapfile -t COMPREPLY < <(compgen -W "text short json" -- "$word")
        return
        ;;
    "query -t" | \
    "query --type")
        mapfile -t COMPREPLY < <(compgen -W "NAPTR SRV URI A AAAA CNAME DNAME" -- "$word")
        return
        ;;
    "lint --format")
        mapfile -t COMPREPLY < <(compgen -W "text gcc json sarif github junit" -- "$word")
        return
        ;;
    "lint --fail-on")
        mapfile -t COMPREPLY < <(compgen -W "error warning info" -- "$word")
        return
        ;;
    "test --format")
        mapfile -t COMPREPLY < <(compgen -W "tap junit prometheus nagios" -- "$word")
        return
        ;;
    "uuid gen -n" | \
    "uuid gen --namespace")
        mapfile -t COMPREPLY < <(compgen -W "@dns @url @oid @x500" -- "$word")
        return
        ;;
    "uuid gen --name-form")
        mapfile -t COMPREPLY < <(compgen -W "common presentation wire" -- "$word")
        return
        ;;
    "uuid gen -f" | \
    "uuid gen --form")
        mapfile -t COMPREPLY < <(compgen -W "canon urn upper simple braced int oid base32 base32hex humans ulid base36 base58 base62 base64url bin" -- "$word")
        return
        ;;
    "uuid parse --form" | \
    "uuid check --form" | \
    "uuid fmt --form")
        mapfile -t COMPREPLY < <(compgen -W "canon urn simple braced int oid base32 base32hex humans ulid base36 base58 base62 base64url" -- "$word")
        return
        ;;
    "uuid fmt -f")
        mapfile -t COMPREPLY < <(compgen -W "canon urn upper simple braced int oid base32 base32hex humans ulid base36 base58 base62 base64url bin v1 v6" -- "$word")
        return
        ;;
    esac
    case $context in
    "resolve")
        words="--zone --from --include-anywhere --max-generated --well-known --root --dns --app --app-file --service --protocol --own-host --all --no-addresses --no-q --require-ad --seed --max-hops --max-queries --deadline -f -0 --jobs --threads --ordered --unordered --max-time --retry-file --fail-on --progress --ndjson --trace --short --json --format --color -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        if [[ $word == +* ]]; then
            words="+short +json +trace +tcp +time= +tries= +retry= +bufsize="
        fi
        [[ $word == [-+]* ]] || words=
        ;;
    "trace")
        words="--zone --from --include-anywhere --max-generated --well-known --root --dns --app --app-file --service --protocol --own-host --all --no-addresses --no-q --require-ad --seed --max-hops --max-queries --deadline -f -0 --jobs --threads --ordered --unordered --max-time --retry-file --fail-on --progress --ndjson --trace --short --json --format --color -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        if [[ $word == +* ]]; then
            words="+short +json +trace +tcp +time= +tries= +retry= +bufsize="
        fi
        [[ $word == [-+]* ]] || words=
        ;;
    "fetch")
        words="--zone --from --include-anywhere --max-generated --well-known --root --dns --app --app-file --service --protocol --own-host --all --no-q --require-ad --seed --max-hops --max-queries --deadline -f -0 --jobs --ordered --unordered --max-time --retry-file --fail-on --progress --ndjson -o --output --accept --allow-private --http-timeout --connect-timeout --max-redirects --max-size --proxy --cacert --trace --short --json --format --color -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        [[ $word == [-+]* ]] || words=
        ;;
    "serve")
        words="--zone --from --include-anywhere --max-generated --well-known --root --own-host --no-q --require-ad --max-hops --max-queries --deadline --listen --public --host --cors --threads --max-connections --max-per-address --max-body --request-time --work-time --access-log --json-log -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        [[ $word == [-+]* ]] || words=
        ;;
    "query")
        words="--zone --from --include-anywhere --max-generated --well-known -t --type --require-ad --deadline -f -0 --jobs --threads --ordered --unordered --max-time --retry-file --fail-on --progress --ndjson --short --json --format --color -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        [[ $word == [-+]* ]] || words=
        ;;
    "lint")
        words="--from --include-anywhere --max-generated --origin --app --root --input --json --format --fail-on --ignore --summary -q --quiet --effort --codes --explain --color -h --help -V --version --fix --diff --baseline --write-baseline --config --no-config --dns --authorities --authority-port --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        if [[ $word != -* ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
        fi
        ;;
    "test")
        words="--zone --from --include-anywhere --max-generated --well-known --root --dns --app --app-file --service --protocol --own-host --all --no-addresses --no-q --require-ad --seed --max-hops --max-queries --deadline --jobs --threads --retry-file --fail-on --progress --format --record --output -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        if [[ $word != -* ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
        fi
        ;;
    "diff")
        words="--zone --from --dns --against --include-anywhere --max-generated --well-known --root --app --app-file --service --protocol --own-host --all --no-addresses --no-q --require-ad --seed --max-hops --max-queries --deadline -f -0 --jobs --json --format --ttl -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        [[ $word == [-+]* ]] || words=
        ;;
    "graph")
        words="--zone --from --include-anywhere --max-generated --root --dns --app --app-file --service --protocol --own-host --all --no-addresses --no-q --require-ad --seed --max-hops --max-queries --deadline -f -0 --jobs --key --depth --max-edges --format -h --help -V --version --timeout --tries --bufsize --tcp --transport -4 -6 -p --rate --rate-per-server"
        [[ $word == [-+]* ]] || words=
        ;;
    "rewrite")
        words="--master --key --uri --explain -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "urn parse")
        words="--json -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "urn normalize")
        words="-h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "urn equal")
        words="-h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid gen")
        words="-r --random -7 --time-v7 -t --time -6 --time-v6 -m --md5 -s --sha1 --sha256 --custom --nil --max -n --namespace -N --name -x --hex --name-form --at --node -C --count -f --form -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid parse")
        words="--form -J --json -n --noheadings -r --raw -o --output -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid check")
        words="--form --rfc -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid fmt")
        words="--form -f -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid cmp")
        words="-h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid range")
        words="-7 --v7 -h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "uuid ns")
        words="-h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "help")
        words="-h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    "version")
        words="-h --help -V --version"
        [[ $word == [-+]* ]] || words=
        ;;
    urn)
        words="parse normalize equal"
        ;;
    uuid)
        words="gen parse check fmt cmp range ns"
        ;;
    esac
    if ((COMP_CWORD == 1)) && [[ $word != -* && $word != +* ]]; then
        words="resolve trace fetch serve query lint test diff graph rewrite urn uuid help version"
    elif [[ $context == help && $word != -* ]]; then
        words="resolve trace fetch serve query lint test diff graph rewrite urn uuid help version"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _ddds ddds
