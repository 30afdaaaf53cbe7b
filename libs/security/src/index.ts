/** API keys, envelope encryption and the master key. Depends on no database and no framework. */
export { hashApiKey, keyPrefixOf, newApiKey } from './api-key.js';
export { newDataKey, open, seal, SealError, unwrapKey, wrapKey } from './envelope.js';
export type { MasterKeys, SealErrorCode } from './envelope.js';
export { loadMasterKey, MasterKeyError } from './master-key.js';
export type { MasterKey, MasterKeySource } from './master-key.js';
export { closeDirectory } from './private-directory.js';
export type { DirectoryPrivacy } from './private-directory.js';
export { isResumeToken, isResumeTokenShaped, resumeTokenOf } from './resume-token.js';
export type { WaitingPlace } from './resume-token.js';
