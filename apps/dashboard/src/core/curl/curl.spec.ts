import { describe, expect, it } from '@jest/globals';
import { type CurlConfig, maxCurlLength, readCurl } from './curl.js';

const url = 'https://api.example.com/orders';
const form = 'form' as const;
const header = (key: string, value: string) => ({ key, value });

/** Code and subject of each problem. */
const problemsOf = (line: string): string[] =>
  readCurl(line).problems.map(({ code, subject }) => `${code} ${subject}`.trim());

type Case = readonly [line: string, config: Partial<CurlConfig>];

const taken: readonly Case[] = [
  [`curl ${url}`, { method: 'GET', url }],
  [`$ curl '${url}'`, { method: 'GET', url }],
  [`/usr/bin/curl.exe --url ${url}`, { method: 'GET', url }],
  [`TOKEN=x sudo curl -sSL --compressed "${url}"`, { method: 'GET', url }],
  ['curl localhost:3000/health', { method: 'GET', url: 'http://localhost:3000/health' }],
  [`curl -XDELETE ${url}`, { method: 'DELETE', url }],
  [`curl -sX put ${url} -d ''`, { method: 'PUT', url, body: '', bodyType: form }],
  [`curl ${url} -o out.json -w '%{http_code}' --max-redirs 3`, { method: 'GET', url }],
  [`curl -- ${url}`, { method: 'GET', url }],
  [`curl ${url} -m 2.5`, { method: 'GET', url, timeoutMs: 2_500 }],
  // Quotes and lines of bash.
  [
    `curl ${url} \\\n  -H 'Accept: text/plain' \\\r\n  -H "X-Say: \\"hi\\""`,
    { method: 'GET', url, headers: [header('Accept', 'text/plain'), header('X-Say', '"hi"')] },
  ],
  [
    `curl ${url} -H $'X-Text: caf\\u00e9\\x21\\041\\t\\'s\\\\'`,
    { method: 'GET', url, headers: [header('X-Text', "café!!\t's\\")] },
  ],
  [`curl ht"tps://api.exam"'ple.com'/ord\\ers # the rest is a comment`, { method: 'GET', url }],
  [`curl ${url} -d 'it'\\''s=1'`, { method: 'POST', url, body: "it's=1", bodyType: form }],
  // PowerShell and cmd.exe.
  [
    `curl.exe ${url} \`\n -H 'Accept: text/plain'`,
    { method: 'GET', url, headers: [header('Accept', 'text/plain')] },
  ],
  [
    `curl ^"https://api.example.com/orders?a=1^&b=2^" ^\r\n  -H ^"x-say: ^\\^"hi^\\^"^" ^\r\n  --data-raw ^"a=1^&b=2^"`,
    {
      ...{ method: 'POST', url, query: [header('a', '1'), header('b', '2')] },
      headers: [header('x-say', '"hi"')],
      ...{ body: [header('a', '1'), header('b', '2')], bodyType: form },
    },
  ],
  // Queries.
  [
    `curl '${url}?q=a%20b&q=%7Bx%7D'`,
    { method: 'GET', url, query: [header('q', 'a b'), header('q', '{x}')] },
  ],
  [`curl '${url}?q=a+b'`, { method: 'GET', url: `${url}?q=a+b` }],
  [`curl '${url}?flag#part'`, { method: 'GET', url: `${url}?flag` }],
  [
    `curl -G ${url} -d page=2 --data-urlencode 'q=a b&c' --url-query x=1`,
    { method: 'GET', url, query: [header('x', '1'), header('page', '2'), header('q', 'a b&c')] },
  ],
  [`curl -g '${url}?in=[1-3]'`, { method: 'GET', url: `${url}?in=[1-3]` }],
  // Bodies.
  [
    `curl ${url} -d a=1 --data-binary 'b=x+y' --data-raw c=%40`,
    {
      ...{ method: 'POST', url, bodyType: form },
      body: [header('a', '1'), header('b', 'x y'), header('c', '@')],
    },
  ],
  [
    `curl ${url} --json '{"id": "A-1", "amount": 42}'`,
    {
      ...{ method: 'POST', url, body: { id: 'A-1', amount: 42 } },
      headers: [header('Content-Type', 'application/json'), header('Accept', 'application/json')],
    },
  ],
  [
    `curl ${url} -H 'content-type: application/vnd.api+json; charset=utf-8' -d '[{"a":[1,null]}]'`,
    {
      ...{ method: 'POST', url, body: [{ a: [1, null] }] },
      headers: [header('content-type', 'application/vnd.api+json; charset=utf-8')],
    },
  ],
  [
    `curl ${url} --json '{"id":12345678901234567890}' -H 'Content-Type:' -H 'Accept:'`,
    { method: 'POST', url, body: '{"id":12345678901234567890}', bodyType: form },
  ],
  [
    `curl ${url} -H 'Content-Type: application/json' -d '{"id":12345678901234567890}'`,
    {
      ...{ method: 'POST', url, body: '{"id":12345678901234567890}', bodyType: 'json' },
      headers: [header('Content-Type', 'application/json')],
    },
  ],
  [
    `curl ${url} -H 'Content-Type: application/xml' -d '<order.id>1</order.id>'`,
    {
      ...{ method: 'POST', url, body: '\\<order.id>1</order.id>', bodyType: 'text' },
      headers: [header('Content-Type', 'application/xml')],
    },
  ],
  // Headers that curl makes of other options.
  [
    `curl ${url} -A me -e 'https://x.example;auto'`,
    {
      ...{ method: 'GET', url },
      headers: [header('User-Agent', 'me'), header('Referer', 'https://x.example')],
    },
  ],
  [
    `curl ${url} -A me -H 'User-Agent: mine' -H 'X-Empty;' -H 'Accept:'`,
    { method: 'GET', url, headers: [header('User-Agent', 'mine'), header('X-Empty', '')] },
  ],
  [
    `curl ${url} -u 'ann:pässword'`,
    { method: 'GET', url, headers: [header('Authorization', 'Basic YW5uOnDDpHNzd29yZA==')] },
  ],
  [
    'curl https://ann:a%40b@api.example.com/orders',
    { method: 'GET', url, headers: [header('Authorization', 'Basic YW5uOmFAYg==')] },
  ],
  [
    `curl ${url} -b a=1 --cookie 'b=2; c=3'`,
    { method: 'GET', url, headers: [header('Cookie', 'a=1; b=2; c=3')] },
  ],
  // Variables of the shell are secrets of the workspace.
  [
    `curl "$BASE/orders" -H "Authorization: Bearer \${API_KEY}" -H 'X-Price: $5'`,
    {
      ...{ method: 'GET', url: '{{BASE}}/orders' },
      headers: [header('Authorization', 'Bearer {{API_KEY}}'), header('X-Price', '$5')],
    },
  ],
  [
    `curl ${url} -H 'Content-Type: application/json' -d "{\\"n\\": $COUNT}"`,
    {
      ...{ method: 'POST', url, body: '{"n": {{COUNT}}}', bodyType: 'json' },
      headers: [header('Content-Type', 'application/json')],
    },
  ],
  [
    `curl ${url} -u "$USER:$PASSWORD"`,
    {
      ...{ method: 'GET', url },
      headers: [header('Authorization', 'Basic {{BASIC_CREDENTIALS}}')],
    },
  ],
  [
    'curl https://api.example.com/orders/:id/lines',
    {
      ...{ method: 'GET', url: 'https://api.example.com/orders/:id/lines' },
      pathParams: { id: '' },
    },
  ],
];

const refused: readonly (readonly [line: string, problem: string])[] = [
  ['', 'notCurl'],
  ['wget https://x.example', 'notCurl wget'],
  ['curl', 'noUrl'],
  ["curl ''", 'noUrl'],
  [`curl ${url} https://b.example`, 'severalUrls https://b.example'],
  [`curl '${url}`, "unclosedQuote '"],
  [`curl "${url}`, 'unclosedQuote "'],
  [`curl $'${url}`, 'unclosedQuote $'],
  [`curl ${url}/$(date)`, 'substitution $(date)'],
  [`curl ${url}/\`date\``, 'substitution `date`'],
  [`curl "${url}/\${A:-b}"`, 'substitution ${A:-b}'],
  [`curl ${url} -H`, 'missingValue -H'],
  [`curl ${url} -X`, 'missingValue -X'],
  ['curl ftp://x.example/file', 'scheme ftp'],
  ['curl file:///etc/passwd', 'scheme file'],
  [`curl ${url}/{a,b}`, 'urlPattern {a,b}'],
  [`curl '${url}/[1-10:2]'`, 'urlPattern [1-10:2]'],
  [`curl -I ${url}`, 'method HEAD'],
  [`curl -X OPTIONS ${url}`, 'method OPTIONS'],
  [`curl ${url} -d @body.json`, 'file @body.json'],
  [`curl ${url} --data-urlencode name@file`, 'file name@file'],
  [`curl ${url} -H @headers`, 'file @headers'],
  [`curl ${url} -T file`, 'file file'],
  [`curl ${url} -b cookies.txt`, 'file cookies.txt'],
  [`curl ${url} -K config`, 'file config'],
  [`curl ${url} -F file=@a.png`, 'form -F'],
  [`curl ${url} --next ${url}`, 'severalCalls --next'],
];

const warned: readonly (readonly [line: string, ...problems: string[]])[] = [
  [`curl ${url} --frobnicate`, 'unknownOption --frobnicate'],
  [`curl ${url} -sWx`, 'unknownOption -sWx'],
  [`curl ${url} --proxy http://p --no-buffer`, 'notTaken --proxy'],
  [`curl ${url} -k`, 'certificate -k'],
  [`curl ${url} | jq .`, 'restLeftOut | jq .'],
  [`curl ${url} 2>/dev/null`, 'restLeftOut >/dev/null'],
  [`curl ${url}\ncurl ${url}/2`, `restLeftOut curl ${url}/2`],
  [`curl ${url}?a=1&b=2`, 'cutByAnd &b=2'],
  [`curl ${url} -H 'Authorization: Bearer abc'`, 'credential Authorization'],
  [`curl ${url} -H 'X-Api-Key: abc'`, 'credential X-Api-Key'],
  [`curl '${url}?access_token=abc'`, 'credential access_token'],
  [`curl ${url} -u ann:b`, 'credential Authorization'],
  [`curl ${url} -u ann`, 'noPassword ann', 'credential Authorization'],
  [`curl ${url} --oauth2-bearer abc`, 'credential Authorization'],
  [`curl ${url} -b session=abc`, 'credential Cookie'],
  [`curl ${url} -X GET -d a=1`, 'bodyNotSent GET'],
  [`curl ${url} -H ':authority: x'`, 'badHeader :authority: x'],
  [
    `curl ${url} -H 'Host: x' -H 'Accept-Encoding: gzip'`,
    'ownHeader Host',
    'ownHeader Accept-Encoding',
  ],
  [`curl ${url}/:id`, 'pathParam :id'],
  [`curl ${url} -H 'Content-Type: application/json' -d '{id: 1}'`, 'notJson {id: 1}'],
  [`curl ${url} -m soon`, 'badNumber -m soon'],
  [`curl ${url} -d '{"a":1}'`, 'jsonAsForm Content-Type'],
  [`curl ${url}/$ID`, 'secret ID'],
];

describe('readCurl', () => {
  it.each(taken)('takes %s', (line, config) => {
    expect(readCurl(line).config).toEqual(config);
  });

  it.each(refused)('refuses %j', (line, problem) => {
    expect(readCurl(line).config).toBeNull();
    expect(problemsOf(line)).toContain(problem);
  });

  it.each(warned)('takes %j, and says what differs', (line, ...problems) => {
    expect(readCurl(line).config).not.toBeNull();
    expect(problemsOf(line)).toEqual(problems);
  });

  it('names the place of a problem in the pasted text, also of cmd.exe', () => {
    const bash = `curl ${url} \\\n --frobnicate`;
    const cmd = `curl ^"${url}^" ^\r\n --frobnicate`;
    for (const line of [bash, cmd]) {
      const [problem] = readCurl(line).problems;
      expect(line.slice(problem?.from, problem?.to)).toBe('--frobnicate');
    }
  });

  it('refuses a longer text than anyone pastes', () => {
    expect(problemsOf(`curl ${'x'.repeat(maxCurlLength)}`)).toEqual(['tooLong']);
  });
});
