import { describe, expect, it } from 'vitest';
import { RefusedAddress, UnresolvedName } from '../../../src/delivery/guard/guarded-connect.ts';
import { classifyError } from '../../../src/delivery/wire/classify-error.ts';

function coded(code: unknown, message = 'hush'): Error {
  return Object.assign(new Error(message), { code });
}

describe('an error of the network', () => {
  it.each([
    ['ECONNREFUSED', 'connection-refused'],
    ['EHOSTUNREACH', 'connection-refused'],
    ['ECONNRESET', 'connection-reset'],
    ['EPIPE', 'connection-reset'],
    ['UND_ERR_SOCKET', 'connection-reset'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too-large-headers'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'tls'],
    ['EPROTO', 'tls'],
    ['UND_ERR_DESTROYED', 'aborted'],
  ])('%s is %s, and its code the only word of it that is repeated', (code, error) => {
    const failure = classifyError(coded(code), 'host.test');
    expect(failure.error).toBe(error);
    expect(failure.message).toContain('`host.test`');
    expect(failure.message).toContain(`(${code})`);
    expect(failure.message).not.toContain('hush');
  });

  it('of several addresses counts by the first that says why', () => {
    const error = new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')], 'hush');
    expect(classifyError(error, 'host.test').error).toBe('connection-refused');
  });

  it.each([undefined, null, 'hush', 7, new Error('hush'), coded(7), coded('hush hush'), coded('hush')])(
    'without a code, %j, is not repeated at all',
    error => {
      expect(classifyError(error, 'host.test')).toEqual({
        kind: 'failed',
        error: 'protocol',
        message: 'The answer from `host.test` is not valid HTTP.',
      });
    },
  );

  it('that is ours says which address was refused, or that there was none', () => {
    expect(classifyError(new RefusedAddress('127.0.0.1', 'loopback'), 'host.test').message).toBe(
      'The address of `host.test` may not be called. (127.0.0.1: loopback)',
    );
    expect(classifyError(new UnresolvedName(coded('ENOTFOUND')), 'host.test').message).toBe(
      'No address was found for the name `host.test`. (ENOTFOUND)',
    );
    for (const thrown of [coded('HUSH'), 'HUSH', undefined]) {
      const { error, message } = classifyError(new UnresolvedName(thrown), 'host.test');
      expect([error, message]).toEqual(['dns', 'No address was found for the name `host.test`.']);
    }
  });
});
