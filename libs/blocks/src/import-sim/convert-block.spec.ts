import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from '../check-definition.js';
import { block, edge } from '../testing/sim-export.js';
import { convertSimWorkflow } from './convert-sim-workflow.js';
import { simWorkflow } from './sim-workflow.js';

describe('a workflow exported from Sim', () => {
  it('keeps routers, evaluators, approvals and child workflows', () => {
    const childId = '6f1b7f2e-9c1e-4b53-9a57-0a35c2f2a111';
    const state = {
      blocks: {
        start: block('start', 'starter', 'Start'),
        router: block('router', 'router', 'Router 1', {
          prompt: 'Where does <start.input> belong?',
          model: 'gpt-4o',
          apiKey: '{{OPENAI}}',
        }),
        newer: block('newer', 'router_v2', 'Router 2.0', {
          context: '<router1.selectedRoute>',
          routes: JSON.stringify([
            { id: 'r-1', title: 'Sales & more', value: 'Wants to buy' },
            { id: 'r-2', title: 'error', value: 'Something broke' },
          ]),
        }),
        judge: block('judge', 'evaluator', 'Judge', {
          metrics: [
            { id: 'm', name: 'Tone', description: 'How kind', range: { min: 1, max: 5 } },
            { id: 'n', name: '' },
          ],
          content: '<start.input>',
          model: 'claude-sonnet-4-5',
        }),
        human: block('human', 'human_in_the_loop', 'Human', {
          builderData: [
            { id: 'f', name: 'score', type: 'number', value: '<judge.tone>' },
            { id: 'g', name: 'text', type: 'string', value: 'Is it good?' },
          ],
          notification: [{ type: 'slack' }],
          inputFormat: [{ id: 'a', name: 'approved', type: 'boolean' }],
        }),
        child: block('child', 'workflow_input', 'Child', {
          workflowId: childId,
          inputMapping: '{"who":"<human.approved>"}',
        }),
        older: block('older', 'workflow', 'Older', {
          workflowId: childId,
          input: '<child.result>',
        }),
        nobody: block('nobody', 'workflow', 'Nobody'),
        end: block('end', 'response', 'End', {
          dataMode: 'json',
          data: '{"by":"<human.submission.by>","at":"<human.submittedAt>","url":"<human.url>"}',
        }),
      },
      edges: [
        edge('start', 'router'),
        edge('router', 'judge'),
        edge('router', 'newer'),
        edge('router', 'end', 'error'),
        edge('newer', 'child', 'router-r-1'),
        edge('newer', 'older', 'router-r-2'),
        edge('judge', 'human'),
        edge('human', 'end'),
        edge('child', 'nobody'),
      ],
    };
    const { definition, report } = convertSimWorkflow(simWorkflow.parse(state));
    expect(checkDefinition(definition)).toMatchObject({ ok: true });
    const blocks = Object.fromEntries(definition.blocks.map((one) => [one.id, one]));
    expect(blocks['router_choice']).toMatchObject({
      type: 'agent',
      name: 'Router 1 choice',
      config: {
        provider: 'openai',
        apiKey: '{{OPENAI}}',
        userPrompt: 'Where does <Start.input> belong?',
        outputSchema: { properties: { route: { enum: ['Judge', 'Router-2-0'] } } },
      },
    });
    expect(blocks['router']).toMatchObject({
      type: 'router',
      config: {
        value: '<Router 1 choice.data.route>',
        routes: [
          { port: 'Judge', equals: 'Judge' },
          { port: 'Router-2-0', equals: 'Router-2-0' },
        ],
      },
    });
    expect(blocks['newer_choice']?.config).toMatchObject({
      userPrompt: '<Router 1 choice.data.route>',
      systemPrompt: expect.stringContaining(
        '- Sales-more: Wants to buy\n- route-2: Something broke',
      ),
    });
    for (const found of [
      { from: 'start', to: 'router_choice' },
      { from: 'router_choice', to: 'router' },
      { from: 'router_choice', to: 'end', port: 'error' },
      { from: 'router', to: 'judge', port: 'Judge' },
      { from: 'router', to: 'newer_choice', port: 'Router-2-0' },
      { from: 'newer', to: 'child', port: 'Sales-more' },
      { from: 'newer', to: 'older', port: 'route-2' },
    ])
      expect(definition.edges).toContainEqual(found);
    expect(blocks['judge']).toMatchObject({
      type: 'agent',
      config: {
        apiKey: '{{ANTHROPIC_API_KEY}}',
        outputSchema: {
          properties: { tone: { type: 'number', minimum: 1, maximum: 5 } },
          required: ['tone'],
        },
      },
    });
    expect(blocks['human']).toMatchObject({
      type: 'approval',
      config: { message: 'score: <Judge.data.tone>\ntext: Is it good?' },
    });
    expect(blocks['child']).toMatchObject({
      type: 'workflow',
      config: { workflowId: childId, input: { who: '<Human.data.approved>' } },
    });
    expect(blocks['older']?.config).toEqual({
      workflowId: childId,
      input: { input: '<Child.output>' },
    });
    expect(blocks['end']?.config['body']).toEqual({
      by: '<Human.data.by>',
      at: '<Human.resumedAt>',
      url: '<Human.resumeUrl>',
    });
    const said = Object.fromEntries(report.map((one) => [one.blockId, one]));
    expect(said).toMatchObject({
      router: { outcome: 'changed', becomes: 'router' },
      judge: { outcome: 'changed', becomes: 'agent' },
      human: { outcome: 'changed', becomes: 'approval' },
      child: { outcome: 'changed', becomes: 'workflow' },
      nobody: { outcome: 'placeholder', notes: ['It names no workflow'] },
    });
    expect(said['human']?.notes.join(' ')).toMatch(/30 days.*1 notifications.*approved/);
    expect(said['child']?.notes.join(' ')).toContain(childId);
  });

  it('gets placeholders for incomplete routers, evaluators and child workflows', () => {
    const blocks = {
      a: block('a', 'router', 'A', { prompt: 'x' }),
      b: block('b', 'router_v2', 'B', { routes: 'none' }),
      c: block('c', 'evaluator', 'C', { metrics: '<start.metrics>' }),
      d: block('d', 'workflow', 'D', { workflowId: '<start.id>' }),
    };
    const { report } = convertSimWorkflow(simWorkflow.parse({ blocks }));
    expect(report.map(({ outcome }) => outcome)).toEqual(Array(4).fill('placeholder'));
  });
});
