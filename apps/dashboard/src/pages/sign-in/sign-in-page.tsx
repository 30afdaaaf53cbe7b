import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type SubmitEvent } from 'react';
import { homePath, paths, safeNext, signInToken } from '../../core/paths/paths.js';
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
import { buttonLook } from '../../ui/button-base.js';
import { Button } from '../../ui/button.js';
import { KeyRound } from '../../ui/icon.js';
import { Mark } from '../../ui/mark.js';
import { TextField } from '../../ui/text-field.js';
import styles from './sign-in-page.module.css';
import { Tape } from './tape.js';

function problemOf(error: unknown, credential: Credential | undefined): string {
  const { kind } = failureOf(error);
  const isByKey = credential !== undefined && 'apiKey' in credential;
  if (kind === 'signedOut') return isByKey ? words.wrongKey : words.wrongLink;
  // Only a token that was cut off or mistyped is refused for its form.
  return kind === 'refused' && !isByKey ? words.brokenLink : failureText(error);
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
      await navigate({ href: next ?? (first === undefined ? '/' : homePath(first)) });
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
  const said = isByLink ? problem : variables === undefined ? refused : null;
  const providers = methods.data?.data.oidc ?? [];
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.box}>
          <Mark size={40} />
          <h1 id="page-title" tabIndex={-1} className={styles.title}>
            {words.title}
          </h1>
          <p className={styles.lead}>{words.lead}</p>
          {isByLink && isPending && <p role="status">{words.withLink}</p>}
          {said !== null && (
            <p role="alert" className={styles.problem}>
              {said}
            </p>
          )}
          {providers.map(({ id, name }) => (
            <a
              key={id}
              {...buttonLook({ tone: 'primary', size: 'large' })}
              href={paths.signInWith(id, next)}
            >
              {words.oidc(name)}
            </a>
          ))}
          {providers.length > 0 && (
            <p className={styles.or}>
              <span>{words.or}</span>
            </p>
          )}
          <form className={styles.form} onSubmit={submit}>
            <TextField
              label={words.key}
              type="password"
              autoComplete="off"
              icon={KeyRound}
              placeholder={words.keyStart}
              isMono
              value={key}
              onChange={setKey}
              problem={isEmpty ? words.needsKey : isByLink ? null : problem}
            />
            <Button
              type="submit"
              tone={providers.length > 0 ? 'default' : 'primary'}
              size="large"
              isPending={isPending}
            >
              {words.submit}
            </Button>
          </form>
          <FirstTime />
        </div>
      </main>
      <Tape />
    </div>
  );
}

function FirstTime() {
  const { before, start, between, command, after } = words.firstTime;
  return (
    <p className={styles.hint}>
      {before}
      <code>{start}</code>
      {between}
      <code>{command}</code>
      {after}
    </p>
  );
}
