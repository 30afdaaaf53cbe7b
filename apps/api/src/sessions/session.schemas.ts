/** Sessions in requests and answers. */
import { workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { answer, instant, list, one, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';

const longestKey = 512;

export const sessionBody = z
  .strictObject({
    apiKey: z.string().min(1).max(longestKey).optional(),
    signInToken: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'is not the token of a sign-in link')
      .optional(),
  })
  .refine(
    ({ apiKey, signInToken }) => (apiKey === undefined) !== (signInToken === undefined),
    'Give either "apiKey" or "signInToken"',
  );
export type SessionBody = z.output<typeof sessionBody>;

const workspaceOfSession = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(workspaceRoles),
  onboardingOpen: z.boolean().describe('Whether the caller has steps of the page Start to do.'),
});

const sessionView = z.object({
  id: z.string(),
  userId: z.string().nullable().describe('Null: the session of a key that belongs to nobody.'),
  email: z.string().nullable(),
  role: z.enum(workspaceRoles).describe('In the first workspace.'),
  workspaces: z.array(workspaceOfSession),
  expiresAt: instant,
});
export type SessionView = View<typeof sessionView>;

export const sessionAnswer = answer('Session', one(sessionView), {
  data: {
    id: exampleIds.session,
    userId: exampleIds.user,
    email: 'ada@example.com',
    role: 'owner',
    workspaces: [
      { id: exampleIds.workspace, name: 'Default', role: 'owner', onboardingOpen: false },
    ],
    expiresAt: '2026-12-20T09:00:00.000Z',
  },
});

const deviceView = z.object({
  id: z.string(),
  createdAt: instant,
  /** Precise to the minute. */
  lastSeenAt: instant,
  address: z.string(),
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type DeviceView = View<typeof deviceView>;

export const deviceList = answer('SessionList', list(deviceView), {
  data: [
    {
      ...{ id: exampleIds.session, createdAt, lastSeenAt: updatedAt, address: '203.0.113.7' },
      ...{ agent: 'Mozilla/5.0', current: true },
    },
  ],
});

export const authMethodsAnswer = answer(
  'AuthMethods',
  one(
    z.object({
      apiKey: z.boolean(),
      signInLinks: z.boolean(),
      passkeys: z.boolean(),
      oidc: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  { data: { apiKey: true, signInLinks: true, passkeys: false, oidc: [] } },
);

export const signInLinkAnswer = answer(
  'SignInLink',
  one(
    z.object({
      url: z.string().describe('Its token is in the fragment, so no server logs it.'),
      expiresAt: instant,
    }),
  ),
  {
    data: {
      url: 'https://flowledger.example/sign-in#token=kFzX…',
      expiresAt: '2026-11-28T10:00:00.000Z',
    },
  },
);
