/** What the reader of curl lines says, by the code of its problem. */
export const curlText = {
  tooLong: () => 'This is longer than 64 KiB. Paste one curl command.',
  notCurl: (found: string) =>
    found === ''
      ? 'Paste a curl command.'
      : `This begins with "${found}". Paste a command that begins with curl.`,
  unclosedQuote: () => 'This quote has no end.',
  substitution: (found: string) => `A shell would run ${found} here. Put its result in its place.`,
  missingValue: (option: string) => `${option} needs a value.`,
  noUrl: () => 'There is no URL in this command.',
  severalUrls: (url: string) => `A block calls one URL. Remove ${url}, or paste it by itself.`,
  urlPattern: (pattern: string) =>
    `curl would call one URL for each of ${pattern}. Write one of them, or add -g if it belongs to the URL.`,
  scheme: (scheme: string) => `A block calls http and https, not ${scheme}.`,
  method: (method: string) => `A block can't send ${method}: use GET, POST, PUT, PATCH or DELETE.`,
  file: (file: string) =>
    `${file} is a file on your machine, which this page can't read. Put its content in its place.`,
  form: (option: string) =>
    `${option} sends a form with files. Make the block without it and set the body type to multipart.`,
  severalCalls: (option: string) => `${option} begins a second call. Paste one call at a time.`,
  unknownOption: (option: string) =>
    `${option} is not an option that this page knows; it is left out.`,
  notTaken: (option: string) => `A block has nothing like ${option}; it is left out.`,
  restLeftOut: (rest: string) => `The command ends here. Left out: ${rest}`,
  cutByAnd: (rest: string) =>
    `Without quotes a shell ends the command at &. Quote the URL to keep ${rest}`,
  credential: (name: string) =>
    `${name} holds a credential. Put it into a secret and write {{NAME}} in its place.`,
  basicCredential: (secret: string) =>
    `Put user:password in Base64 into the secret ${secret}: a block does not encode it.`,
  noPassword: (user: string) => `curl would ask for the password of ${user}. It is empty here.`,
  bodyNotSent: (method: string) => `A block sends no body with ${method}; it is left out.`,
  badHeader: (header: string) => `"${header}" is not a header; it is left out.`,
  ownHeader: (header: string) => `The block sets ${header} itself; it is left out.`,
  pathParam: (name: string) => `${name} is a parameter of the path. Give it a value in the block.`,
  notJson: () => 'The body is not JSON, though its type says so. It is sent as text.',
  certificate: (option: string) => `${option} is left out: a block always checks certificates.`,
  badNumber: (option: string) => `${option} is no time from 1 ms to an hour; it is left out.`,
  secret: (name: string) => `${name} is read from the secret of this name. Set it before you run.`,
  jsonAsForm: () =>
    'curl sends this JSON as a form. Add -H "Content-Type: application/json" if the API expects JSON.',
} as const;
