/** Suggestions for trying out the server, as `npm run replication` prints them. */
export function nextSteps(
  server: string,
  inbox: string,
  { ADA_PASSWORD, GRACE_PASSWORD }: { readonly ADA_PASSWORD: string; readonly GRACE_PASSWORD: string },
): string {
  const ada = `curl --user ada:${ADA_PASSWORD}`;
  const json = `--header 'content-type: application/json'`;
  return `
  The pages    ${server}
  Its users    ada, password ${ADA_PASSWORD}, may do everything; grace, password ${GRACE_PASSWORD}, may look
  The inbox    ${inbox}, where the webhooks of the profile "Nightly replication" arrive, signed; they are shown here as well

Run a task, and see what arrives:

  ${ada} ${json} \\
    --data '{"job":{"tables":["orders","customers"]}}' \\
    '${server}/api/v2/project/replication/task/full-copy/run?trigger=API'

Read its status, or interrupt it, with the "pid" of the answer:

  ${ada} ${server}/api/v2/status/PID
  ${ada} ${server}/api/v2/interrupt/PID

Run one that fails:

  ${ada} ${json} \\
    --data '{"rows":500,"failAt":200}' \\
    '${server}/api/v2/projects/replication/tasks/database-to-source/run?trigger=API'

See the webhooks, test one, and see what was delivered:

  ${ada} '${server}/api/webhooks?profile=Nightly%20replication'
  ${ada} ${json} --data '{}' ${server}/api/webhooks/team-chat/test
  ${ada} ${server}/api/messages

The whole API is described at ${server}/api/openapi.json. Ctrl-C stops the server.
`;
}
