/** What a reader of a curl line should know, with its place in the text. Words are in text/curl. */

/** The line can't become a block. */
type ErrorCode =
  | 'tooLong'
  | 'notCurl'
  | 'unclosedQuote'
  | 'substitution'
  | 'missingValue'
  | 'noUrl'
  | 'severalUrls'
  | 'urlPattern'
  | 'scheme'
  | 'method'
  | 'file'
  | 'form'
  | 'severalCalls';

/** The block differs from what curl would do, or should be looked at. */
type WarningCode =
  | 'unknownOption'
  | 'notTaken'
  | 'restLeftOut'
  | 'cutByAnd'
  | 'credential'
  | 'basicCredential'
  | 'noPassword'
  | 'bodyNotSent'
  | 'badHeader'
  | 'ownHeader'
  | 'pathParam'
  | 'notJson'
  | 'certificate'
  | 'badNumber';

type NoteCode = 'secret' | 'jsonAsForm';

export type CurlProblemCode = ErrorCode | WarningCode | NoteCode;

export interface CurlProblem {
  readonly code: CurlProblemCode;
  /** What it is about: an option, a header, a variable. Shortened. */
  readonly subject: string;
  /** Place in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

const severities: Readonly<Record<CurlProblemCode, 'error' | 'warning' | 'note'>> = {
  tooLong: 'error',
  notCurl: 'error',
  unclosedQuote: 'error',
  substitution: 'error',
  missingValue: 'error',
  noUrl: 'error',
  severalUrls: 'error',
  urlPattern: 'error',
  scheme: 'error',
  method: 'error',
  file: 'error',
  form: 'error',
  severalCalls: 'error',
  unknownOption: 'warning',
  notTaken: 'warning',
  restLeftOut: 'warning',
  cutByAnd: 'warning',
  credential: 'warning',
  basicCredential: 'warning',
  noPassword: 'warning',
  bodyNotSent: 'warning',
  badHeader: 'warning',
  ownHeader: 'warning',
  pathParam: 'warning',
  notJson: 'warning',
  certificate: 'warning',
  badNumber: 'warning',
  secret: 'note',
  jsonAsForm: 'note',
};

export const severityOf = ({ code }: CurlProblem): 'error' | 'warning' | 'note' => severities[code];

export interface Place {
  readonly from: number;
  readonly to: number;
}

const longestSubject = 60;

/** Collects them. A hostile line has no more than a person reads. */
export class CurlProblems {
  readonly #found: CurlProblem[] = [];

  add(code: CurlProblemCode, subject: string, { from, to }: Place): void {
    if (this.#found.length >= 100) return;
    const shown =
      subject.length > longestSubject ? `${subject.slice(0, longestSubject)}…` : subject;
    this.#found.push({ code, subject: shown, from, to });
  }

  /** In the order of the text. */
  list(): readonly CurlProblem[] {
    return this.#found.toSorted((a, b) => a.from - b.from);
  }
}
