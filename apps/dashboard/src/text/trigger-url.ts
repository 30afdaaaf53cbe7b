/** Words of the trigger URL in the editor's bar. */
export const triggerUrlText = {
  label: 'Trigger URL',
  copyUrl: 'Copy the URL',
  copyCurl: 'Copy as curl',
  notDeployed: 'Not deployed',
  notDeployedDetail: 'The URL answers 404 until the workflow is deployed.',
  paused: 'Paused',
  pausedDetail: 'The URL answers 503 until the workflow is resumed.',
  none: 'No URL: another trigger starts it',
  notYet: 'Its URL comes once its path is saved',
} as const;
