/**
 * Globals of author code beyond the language: `crypto`, `URL`, `URLSearchParams`, text codecs,
 * base64 and `structuredClone`. This text runs in the interpreter, before any author code. Parsing
 * and hashing are done by the host (`host-functions`), which gets JSON text and bytes only.
 */
export const guestGlobals = `(() => {
  const { parse, stringify } = JSON;
  const { __text, __bytes } = globalThis;
  delete globalThis.__text;
  delete globalThis.__bytes;
  const kinds = { TypeError, RangeError };
  // An error of the host has no place in the author's code; a new one has.
  const asked = (ask) => {
    try { return ask(); } catch (error) { throw new (kinds[error.name] ?? Error)(error.message); }
  };
  const text = (name, input, bytes) => parse(asked(() => __text(name, stringify(input), bytes)));
  const bytes = (name, input, data, key) => new Uint8Array(asked(() => __bytes(name, stringify(input), data, key)));
  const { isView } = ArrayBuffer;

  /** The bytes of a string (UTF-8), a buffer or a view, as a buffer. */
  const bufferOf = (value) => {
    if (typeof value === 'string') return bytes('encode', value).buffer;
    if (isView(value)) return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength);
    if (value instanceof ArrayBuffer) return value;
    throw new TypeError('expected a string, an ArrayBuffer or a typed array');
  };

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(value = '') { return bytes('encode', String(value)); }
  }

  class TextDecoder {
    #options;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#options = [String(label), Boolean(fatal), Boolean(ignoreBOM)];
      this.encoding = text('encodingOf', this.#options);
    }
    decode(value = new Uint8Array(0), { stream = false } = {}) {
      if (stream) throw new TypeError('TextDecoder does not decode streams here; decode all bytes at once');
      return text('decode', this.#options, bufferOf(value));
    }
  }

  class URLSearchParams {
    #pairs = [];
    #changed = () => undefined;
    constructor(init = '', changed) {
      if (init instanceof URLSearchParams) this.#pairs = init.#pairs.map((pair) => [...pair]);
      else if (init !== null && typeof init === 'object') {
        const pairs = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
        this.#pairs = pairs.map(([name, value]) => [String(name), String(value)]);
      } else this.#pairs = text('pairs', String(init));
      if (typeof changed === 'function') this.#changed = changed;
    }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#pairs.push([String(name), String(value)]); this.#changed(); }
    delete(name, value) {
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value)));
      this.#changed();
    }
    get(name) { return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null; }
    getAll(name) { return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]); }
    has(name, value) { return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value))); }
    set(name, value) {
      const at = this.#pairs.findIndex((pair) => pair[0] === String(name));
      if (at < 0) this.#pairs.push([String(name), String(value)]);
      else {
        this.#pairs[at][1] = String(value);
        this.#pairs = this.#pairs.filter((pair, index) => index <= at || pair[0] !== String(name));
      }
      this.#changed();
    }
    sort() { this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)); this.#changed(); }
    forEach(act, self) { for (const [name, value] of this) act.call(self, value, name, this); }
    *entries() { for (const pair of this.#pairs) yield [...pair]; }
    *keys() { for (const pair of this.#pairs) yield pair[0]; }
    *values() { for (const pair of this.#pairs) yield pair[1]; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return text('query', this.#pairs); }
    toJSON() { return this.toString(); }
  }

  const fields = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
  class URL {
    #parts;
    #params;
    constructor(url, base) { this.#parts = text('url', base === undefined ? [String(url)] : [String(url), String(base)]); }
    static canParse(url, base) { return URL.parse(url, base) !== null; }
    static parse(url, base) { try { return new URL(url, base); } catch { return null; } }
    static part(url, name) { return url.#parts[name]; }
    static change(url, name, value, keepsParams) {
      url.#parts = text('urlWith', [url.#parts.href, name, String(value)]);
      if (!keepsParams) url.#params = undefined;
    }
    get origin() { return this.#parts.origin; }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.#parts.search, () => change(this, 'search', this.#params.toString(), true));
      return this.#params;
    }
    toString() { return this.#parts.href; }
    toJSON() { return this.#parts.href; }
  }
  const { part, change } = URL;
  delete URL.part;
  delete URL.change;
  for (const name of fields)
    Object.defineProperty(URL.prototype, name, {
      get() { return part(this, name); },
      set(value) { change(this, name, value); },
      enumerable: true,
      configurable: true,
    });

  /** A digest or an HMAC of the data given to update(). */
  class Hash {
    #algorithm;
    #key;
    #parts = [];
    constructor(algorithm, key) { this.#algorithm = String(algorithm); this.#key = key; }
    update(value) { this.#parts.push(new Uint8Array(bufferOf(value))); return this; }
    digest(encoding) {
      const all = new Uint8Array(this.#parts.reduce((size, part) => size + part.length, 0));
      let at = 0;
      for (const part of this.#parts) { all.set(part, at); at += part.length; }
      const made = bytes('hash', this.#algorithm, all.buffer, this.#key);
      return encoding === undefined ? made : text('show', String(encoding), made.buffer);
    }
  }

  const hashOf = (algorithm) => String(algorithm?.hash?.name ?? algorithm?.hash ?? algorithm?.name ?? algorithm);
  const keys = new WeakMap();
  const hmac = (algorithm, key, data) => {
    const known = keys.get(key);
    if (known === undefined || String(algorithm?.name ?? algorithm).toUpperCase() !== 'HMAC')
      throw new TypeError('crypto.subtle signs with HMAC and a key from importKey only');
    return bytes('hash', known.hash, bufferOf(data), known.raw);
  };
  const isEqual = (a, b) => {
    const [one, two] = [new Uint8Array(bufferOf(a)), new Uint8Array(bufferOf(b))];
    let difference = one.length ^ two.length;
    for (let at = 0; at < one.length; at += 1) difference |= one[at] ^ two[at];
    return difference === 0;
  };
  const subtle = {
    digest: async (algorithm, data) => bytes('hash', hashOf(algorithm), bufferOf(data)).buffer,
    importKey: async (format, raw, algorithm, extractable, usages = []) => {
      if (format !== 'raw' || String(algorithm?.name ?? algorithm).toUpperCase() !== 'HMAC')
        throw new TypeError('crypto.subtle imports raw keys for HMAC only');
      const key = { type: 'secret', extractable: false, usages: [...usages], algorithm: { name: 'HMAC', hash: { name: hashOf(algorithm) } } };
      keys.set(key, { raw: bufferOf(raw), hash: hashOf(algorithm) });
      return key;
    },
    sign: async (algorithm, key, data) => hmac(algorithm, key, data).buffer,
    verify: async (algorithm, key, signature, data) => isEqual(hmac(algorithm, key, data), signature),
  };
  const crypto = {
    subtle,
    createHash: (algorithm) => new Hash(algorithm),
    createHmac: (algorithm, key) => new Hash(algorithm, bufferOf(key)),
    timingSafeEqual: isEqual,
    randomUUID: () => text('uuid', null),
    getRandomValues: (view) => {
      if (!isView(view)) throw new TypeError('expected a typed array');
      new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes('random', view.byteLength));
      return view;
    },
  };

  const refuseClone = (value) => { throw new TypeError('structuredClone can not copy ' + (typeof value === 'object' ? 'this object' : 'a ' + typeof value)); };
  const structuredClone = (value) => {
    const copies = new Map();
    const copy = (one) => {
      if (typeof one === 'function' || typeof one === 'symbol') refuseClone(one);
      if (one === null || typeof one !== 'object') return one;
      const known = copies.get(one);
      if (known !== undefined) return known;
      const keep = (made) => { copies.set(one, made); return made; };
      if (one instanceof Date) return keep(new Date(one.getTime()));
      if (one instanceof RegExp) return keep(new RegExp(one.source, one.flags));
      if (one instanceof ArrayBuffer) return keep(one.slice(0));
      if (isView(one)) {
        const buffer = copy(one.buffer);
        return keep(one instanceof DataView ? new DataView(buffer, one.byteOffset, one.byteLength) : new one.constructor(buffer, one.byteOffset, one.length));
      }
      if (one instanceof Map) {
        const made = keep(new Map());
        for (const [key, item] of one) made.set(copy(key), copy(item));
        return made;
      }
      if (one instanceof Set) {
        const made = keep(new Set());
        for (const item of one) made.add(copy(item));
        return made;
      }
      if (one instanceof Error) return keep(Object.assign(new Error(one.message), { name: one.name, stack: one.stack }));
      if (one instanceof Promise || one instanceof WeakMap || one instanceof WeakSet) refuseClone(one);
      const made = keep(Array.isArray(one) ? new Array(one.length) : {});
      for (const key of Object.keys(one))
        Object.defineProperty(made, key, { value: copy(one[key]), writable: true, enumerable: true, configurable: true });
      return made;
    };
    return copy(value);
  };

  const globals = {
    TextEncoder, TextDecoder, URL, URLSearchParams, crypto, structuredClone,
    atob: (value) => text('atob', String(value)),
    btoa: (value) => text('btoa', String(value)),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
})()`;

/** Reaches every host function once, also with an error. */
export const guestWarmUp = `
  new TextDecoder('latin1').decode(new TextEncoder().encode('a'));
  const url = new URL('/a?b=c', 'https://a.test');
  url.searchParams.append('d', 'e');
  crypto.createHmac('sha256', 'k').update('a').digest('hex');
  crypto.getRandomValues(new Uint8Array(1));
  try { new URL('') } catch {}
  try { crypto.createHash('none').digest() } catch {}
  return [btoa(atob('YQ==')), crypto.randomUUID(), structuredClone({ a: [new Date()] }), url]`;
