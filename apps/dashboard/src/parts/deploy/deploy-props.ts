/** What the page gives the panel that deploys its draft. */
/** A problem or a warning, as the API has it. */
export interface DeployNote {
  readonly blockId: string | null;
  readonly message: string;
}

interface FailingTest {
  readonly id: string;
  readonly name: string;
  /** What was expected, and what came. */
  readonly detail: string;
  /** Its run. */
  readonly href: string | null;
}

interface DeployedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly deployedVersion: number | null;
}

export interface DeployPanelProps {
  workspaceId: string;
  workflow: DeployedWorkflow;
  /** Texts of definitions; `deployed` is null before the first deployment. */
  texts: { readonly draft: string; readonly deployed: string | null };
  checks: {
    readonly problems: readonly DeployNote[];
    readonly warnings: readonly DeployNote[];
    readonly failingTests: readonly FailingTest[];
    readonly testCount: number;
    /** That they run, or why they did not; null: they have run. */
    readonly testNote: string | null;
  };
  selection: { readonly blockId: string | null; readonly onSelect: (blockId: string) => void };
  events: {
    readonly onDeployed: (version: number) => void;
    readonly onClose: () => void;
    /** Somebody saved meanwhile: the page reads their draft and merges it. */
    readonly onStale: () => void;
    /** Null: tests can not be run from here. */
    readonly onRunTests: (() => void) | null;
  };
}
