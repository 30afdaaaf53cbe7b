/** `POST /api/v1/workflows/{id}/presence`: who looks at a workflow, for other open pages. */
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { NotePresence } from './note-presence.command.js';

const workflowId = new RecordIdPipe('workflow', exampleIds.workflow);
const presenceBody = z.strictObject({
  isHere: z.boolean().default(true).describe('False when the page is closed.'),
});

@Controller('api/v1/workflows/:id/presence')
export class PresenceController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'notePresence',
    summary: 'Say that a page has the workflow open; repeat it every 20 seconds',
    role: 'viewer',
    limitedKeys: 'workflow',
    // Thousands a day, and nothing changes.
    audited: false,
    answers: { 204: null },
    example: { isHere: true },
  })
  @HttpCode(204)
  @Post()
  async note(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(presenceBody)) { isHere }: z.output<typeof presenceBody>,
  ): Promise<void> {
    await this.bus.execute(new NotePresence(principal, id, isHere));
  }
}
