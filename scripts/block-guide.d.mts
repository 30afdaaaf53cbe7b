type Errors = Readonly<Record<string, string>>;

export const blockGuide: Readonly<
  Record<
    string,
    { readonly errors: Errors; readonly example: Readonly<Record<string, unknown>> | null }
  >
>;
export const commonErrors: Errors;
