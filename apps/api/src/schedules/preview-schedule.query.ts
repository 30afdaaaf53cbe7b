import { nextFires, type ScheduleConfig } from '@libs/blocks';
import { runInTurns } from '@libs/event-loop';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

const previewed = 10;

/** The next times of a schedule, as the scheduler computes them. */
export class PreviewSchedule extends Query<readonly string[]> {
  constructor(readonly config: ScheduleConfig) {
    super();
  }
}

@QueryHandler(PreviewSchedule)
export class PreviewScheduleHandler implements IQueryHandler<PreviewSchedule> {
  async execute({ config }: PreviewSchedule): Promise<readonly string[]> {
    const times = await runInTurns(nextFires(config, Date.now(), previewed));
    return times.map((time) => new Date(time).toISOString());
  }
}
