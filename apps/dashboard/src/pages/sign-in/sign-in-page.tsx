import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type SubmitEvent } from 'react';
import { paths, safeNext, signInToken } from '../../core/paths/paths.js';
import { restartConnection } from '../../data/connection.js';
import { failureOf } from '../../data/failure.js';
import {
  type Credential,
  currentSession,
  signIn,
  signInMethods,
} from '../../data/session.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { signInText as words } from '../../text/sign-in.js';
import { common } from '../../text/common.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/text-field.js';
import styles from './sign-in-page.module.css';

function problemOf(error: unknown, credential: Credential | undefined): string {
  if (failureOf(error).kind !== 'signedOut') return failureText(error);
  return credential !== undefined && 'apiKey' in credential ? words.wrongKey : words.wrongLink;
}

/** Why a provider gave no session. Anyone may write an address: other words show nothing. */
function providerProblem(reason: unknown): string | null {
  const texts: Readonly<Record<string, string>> = words.refusedByProvider;
  return typeof reason === 'string' && Object.hasOwn(texts, reason)
    ? (texts[reason] ?? null)
    : null;
}

/** The token is used once, and leaves the address before anything else can read it. */
function takeToken(): string | null {
  const token = signInToken(window.location.hash);
  if (token !== null) window.history.replaceState(null, '', window.location.pathname);
  return token;
}

export function SignInPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const raw: { next?: unknown; error?: unknown } = useSearch({ strict: false });
  const next = safeNext(typeof raw.next === 'string' ? raw.next : null);
  const refused = providerProblem(raw.error);
  const [key, setKey] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const methods = useQuery(signInMethods());
  const { mutate, error, variables, isPending } = useMutation({
    mutationKey: ['signIn'],
    mutationFn: signIn,
    onSuccess: async (session) => {
      queryClient.clear();
      queryClient.setQueryData(currentSession().queryKey, session);
      restartConnection();
      const [first] = session.workspaces;
      await navigate({ href: next ?? (first === undefined ? '/' : paths.start(first.id)) });
    },
  });

  // The outside system is the address, which a sign-in link has opened.
  useEffect(() => {
    const token = takeToken();
    if (token !== null) mutate({ signInToken: token });
  }, [mutate]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setEmpty(key.trim() === '');
    if (key.trim() !== '') mutate({ apiKey: key.trim() });
  };
  const problem = error === null ? null : problemOf(error, variables);
  const isByLink = variables !== undefined && 'signInToken' in variables;
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <p className={styles.product}>{common.product}</p>
        <h1 id="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        {isByLink && isPending && <p role="status">{words.withLink}</p>}
        {isByLink && problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {refused !== null && variables === undefined && (
          <p role="alert" className={styles.problem}>
            {refused}
          </p>
        )}
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={words.key}
            hint={words.keyHint}
            type="password"
            autoComplete="off"
            value={key}
            onChange={setKey}
            problem={isEmpty ? words.needsKey : isByLink ? null : problem}
          />
          <Button type="submit" tone="primary" size="large" isPending={isPending}>
            {words.submit}
          </Button>
        </form>
        {methods.data?.data.oidc.map(({ id, name }) => (
          <a key={id} className={styles.provider} href={paths.signInWith(id, next)}>
            {words.oidc(name)}
          </a>
        ))}
      </div>
    </main>
  );
}
