/** Whether a receiver took what was sent: a 2xx answer (spec 4.4). Null: none came. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;
