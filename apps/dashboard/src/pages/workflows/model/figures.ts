/** The figures of a workflow's last day, as its row shows them. */
interface Figures {
  readonly success: number;
  readonly error: number;
  readonly cancelled: number;
}

/** Null: nothing has ended. */
export function failedPercent({ success, error, cancelled }: Figures): number | null {
  const total = success + error + cancelled;
  return total === 0 ? null : (100 * error) / total;
}

/** One failure in ten thousand is not none. */
export const percentText = (percent: number): string =>
  percent === 0 ? '0 %' : percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(percent < 10 ? 1 : 0)} %`;
