import { css } from 'lit';

export const listStyles = css`
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .news {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    min-height: 28px;
    margin-block: -12px;
    align-items: center;
  }
  .news > .button {
    text-align: start;
    white-space: normal;
  }
`;
