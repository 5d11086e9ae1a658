package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same UUIDs are in the test of the dataset tool, which has the inverse. */
class ClientNumberTest {

  @Test
  void aNumberIsMixedAndFollowedByTheGenerators() {
    assertThat(ClientNumber.of(1, 0)).isEqualTo("5692161d-100b-05e5-5ca1-e1ab00000000");
    assertThat(ClientNumber.of(2, 0)).isEqualTo("dbd23897-3a2b-148a-5ca1-e1ab00000000");
    assertThat(ClientNumber.of(512, 0)).isEqualTo("852527f5-df18-ebba-5ca1-e1ab00000000");
    assertThat(ClientNumber.of(1, 3)).isEqualTo("5692161d-100b-05e5-5ca1-e1ab00000003");
  }
}
