/** Whether one execution may park. Asked before a wait is recorded: a refused one never began. */
export interface ParkRefusal {
  readonly code: string;
  readonly message: string;
}

export type ParkAnswer = ParkRefusal | null | Promise<ParkRefusal | null>;

export const mustWait = (answer: ParkAnswer): answer is Promise<ParkRefusal | null> =>
  answer !== null && 'then' in answer;

export class ParkPermit {
  #asked: Promise<ParkRefusal | null> | null = null;
  #isGranted = false;

  constructor(private readonly ask: () => ParkAnswer) {}

  /** A granted permit stays; a refused block does not decide for the next one. */
  answer(): ParkAnswer {
    if (this.#isGranted) return null;
    if (this.#asked !== null) return this.#asked;
    const answer = this.ask();
    if (!mustWait(answer)) return this.#taken(answer);
    this.#asked = answer.then((refusal) => this.#taken(refusal));
    return this.#asked;
  }

  #taken(refusal: ParkRefusal | null): ParkRefusal | null {
    this.#asked = null;
    this.#isGranted = refusal === null;
    return refusal;
  }
}
