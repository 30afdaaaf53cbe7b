/** Options of curl: what each means for a block. The list is that of curl 8. */

/** Options that make a difference here, each by its own rule. */
export type CurlRule =
  | 'method'
  | 'header'
  | 'data'
  | 'dataRaw'
  | 'dataUrlencode'
  | 'json'
  | 'user'
  | 'bearer'
  | 'url'
  | 'urlQuery'
  | 'cookie'
  | 'agent'
  | 'referer'
  | 'get'
  | 'head'
  | 'globoff'
  | 'maxTime'
  | 'form'
  | 'upload'
  | 'next'
  | 'config'
  | 'insecure';

export interface CurlOption {
  readonly takesValue: boolean;
  /** `output`: changes what a person sees only. `lost`: changes the call, and no block has it. */
  readonly rule: CurlRule | 'output' | 'lost';
}

const option = (takesValue: boolean, rule: CurlOption['rule']): CurlOption => ({
  takesValue,
  rule,
});

const ruled: Readonly<Record<string, CurlOption>> = {
  request: option(true, 'method'),
  header: option(true, 'header'),
  data: option(true, 'data'),
  'data-ascii': option(true, 'data'),
  'data-binary': option(true, 'data'),
  'data-raw': option(true, 'dataRaw'),
  'data-urlencode': option(true, 'dataUrlencode'),
  json: option(true, 'json'),
  user: option(true, 'user'),
  'oauth2-bearer': option(true, 'bearer'),
  url: option(true, 'url'),
  'url-query': option(true, 'urlQuery'),
  cookie: option(true, 'cookie'),
  'user-agent': option(true, 'agent'),
  referer: option(true, 'referer'),
  get: option(false, 'get'),
  head: option(false, 'head'),
  globoff: option(false, 'globoff'),
  'max-time': option(true, 'maxTime'),
  form: option(true, 'form'),
  'form-string': option(true, 'form'),
  'upload-file': option(true, 'upload'),
  next: option(false, 'next'),
  config: option(true, 'config'),
  insecure: option(false, 'insecure'),
};

const listed = (
  names: string,
  takesValue: boolean,
  rule: CurlOption['rule'],
): Record<string, CurlOption> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, option(takesValue, rule)]),
  );

/** A block follows redirects, decodes what is compressed and chooses the version of HTTP itself. */
const outputFlags = `
  silent show-error verbose include fail fail-early fail-with-body progress-bar progress-meter
  no-progress-meter compressed location location-trusted remote-name remote-name-all
  remote-header-name remote-time remove-on-error no-buffer buffer basic anyauth styled-output
  trace-time trace-ids create-dirs xattr disable help manual version ipv4 ipv6 http1.1 http2
  http2-prior-knowledge http3 http3-only tcp-nodelay tcp-fastopen keepalive alpn sessionid
  ssl-reqd tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 parallel parallel-immediate clobber
  form-escape ca-native out-null skip-existing`;
const outputValues = `
  output output-dir write-out dump-header stderr trace trace-ascii trace-config libcurl cookie-jar
  keepalive-time connect-timeout expect100-timeout happy-eyeballs-timeout-ms max-redirs
  etag-save parallel-max proto proto-default proto-redir tls-max retry retry-delay retry-max-time
  speed-limit speed-time create-file-mode`;
const lostFlags = `
  append cert-status compressed-ssh crlf digest disable-eprt disable-epsv disallow-username-in-url
  doh-cert-status doh-insecure false-start ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip
  ftp-ssl-ccc ftp-ssl-control haproxy-protocol http0.9 http1.0 ignore-content-length
  junk-session-cookies list-only mail-rcpt-allowfails metalink negotiate netrc netrc-optional ntlm
  ntlm-wb path-as-is post301 post302 post303 proxy-anyauth proxy-basic proxy-ca-native
  proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw retry-all-errors retry-connrefused
  sasl-ir socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert
  ssl-no-revoke ssl-revoke-best-effort sslv2 sslv3 suppress-connect-headers tftp-no-options
  tr-encoding use-ascii mptcp ech`;
const lostValues = `
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers connect-to
  continue-at crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers
  doh-url egd-file engine etag-compare ftp-account ftp-alternative-to-user ftp-method ftp-port
  ftp-ssl-ccc-mode haproxy-clientip hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway
  key key-type krb limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize
  netrc-file noproxy pass pinnedpubkey preproxy proxy proxy-cacert proxy-capath proxy-cert
  proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
  proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
  proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate request-target resolve
  sasl-authzid service-name signature-algorithms socks4 socks4a socks5 socks5-gssapi-service
  socks5-hostname telnet-option tftp-blksize time-cond tls13-ciphers tlsauthtype tlspassword
  tlsuser unix-socket variable vlan-priority`;

const byName = new Map(
  Object.entries({
    ...listed(outputFlags, false, 'output'),
    ...listed(outputValues, true, 'output'),
    ...listed(lostFlags, false, 'lost'),
    ...listed(lostValues, true, 'lost'),
    ...ruled,
  }),
);

const nameByLetter = new Map(
  Object.entries({
    ...{ a: 'append', A: 'user-agent', b: 'cookie', B: 'use-ascii', c: 'cookie-jar' },
    ...{ C: 'continue-at', d: 'data', D: 'dump-header', e: 'referer', E: 'cert', f: 'fail' },
    ...{ F: 'form', g: 'globoff', G: 'get', h: 'help', H: 'header', i: 'include', I: 'head' },
    ...{ j: 'junk-session-cookies', J: 'remote-header-name', k: 'insecure', K: 'config' },
    ...{ l: 'list-only', L: 'location', m: 'max-time', M: 'manual', n: 'netrc', N: 'no-buffer' },
    ...{ o: 'output', O: 'remote-name', p: 'proxytunnel', P: 'ftp-port', q: 'disable' },
    ...{ Q: 'quote', r: 'range', R: 'remote-time', s: 'silent', S: 'show-error' },
    ...{ t: 'telnet-option', T: 'upload-file', u: 'user', U: 'proxy-user', v: 'verbose' },
    ...{ V: 'version', w: 'write-out', x: 'proxy', X: 'request', y: 'speed-time' },
    ...{ Y: 'speed-limit', z: 'time-cond', Z: 'parallel', '#': 'progress-bar', ':': 'next' },
    ...{ '0': 'http1.0', '1': 'tlsv1', '2': 'sslv2', '3': 'sslv3', '4': 'ipv4', '6': 'ipv6' },
  }),
);

/** By its name without dashes. Curl negates each flag by `no-`. */
export function optionNamed(name: string): CurlOption | undefined {
  const known = byName.get(name);
  if (known !== undefined || !name.startsWith('no-')) return known;
  const negated = byName.get(name.slice(3));
  return negated?.takesValue === false ? option(false, 'output') : undefined;
}

export const optionOfLetter = (letter: string): CurlOption | undefined =>
  byName.get(nameByLetter.get(letter) ?? '');
