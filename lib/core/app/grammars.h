/* The ways in which applications write the services of a rule, by name.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_GRAMMARS_H
#define APP_GRAMMARS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/application.h>

/* A grammar of the services field. Its members are those of struct
 * ddds_application; |has_protocols| says whether a field can name any. */
struct grammar {
    const char *name;
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);
    bool (*is_offered)(const struct ddds_application *self,
                       struct ddds_span wanted, struct ddds_span offered);
    bool requires_tags;
    bool has_protocols;
};

/* Return the grammar called |name|, or NULL. */
const struct grammar *ddds_grammar_find(const char *name);

/* Return the grammar at |index|, counted from 0; NULL after the last. The
 * grammar at 0 is the default. */
const struct grammar *ddds_grammar_at(size_t index);

/* Return the grammar by which |application| reads services, or NULL. */
const struct grammar *
ddds_grammar_of(const struct ddds_application *application);

/* Make |application| read and compare services as |grammar| does. */
void ddds_grammar_use(struct ddds_application *application,
                      const struct grammar *grammar);

/* Each of these reads the services field |text|. For the contract see
 * |read_services| in ddds/application.h. */

/* "E2U+sip" (RFC 6116 section 3.4.3), without Enumservices for private
 * networks (section 3.4.3.1). */
ddds_status ddds_grammar_read_enum(const struct ddds_application *self,
                                   const char *text,
                                   struct ddds_services *services,
                                   struct ddds_error *error);

/* Tags of RFC 3958; diameter.dtls, which RFC 6733 section 5.2 prints, means
 * diameter.dtls.sctp, which its section 11.6 registers. */
ddds_status ddds_grammar_read_diameter(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error);

/* Tags of RFC 3958, or "I2R+http", which RFC 9517 prints for "I2R:http". */
ddds_status ddds_grammar_read_ddi(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error);

/* "MIHIS+M2T": a service, and the letter of its transport (RFC 5679 section
 * 2.2). The protocols are "udp", "tcp" and "sctp", or "M2" and the letter. */
ddds_status ddds_grammar_read_mih(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error);

/* The contents of the field are ignored. */
ddds_status ddds_grammar_read_nothing(const struct ddds_application *self,
                                      const char *text,
                                      struct ddds_services *services,
                                      struct ddds_error *error);

/* The whole field names one service. */
ddds_status ddds_grammar_read_whole(const struct ddds_application *self,
                                    const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* "SIP+D2U" (RFC 3263 section 4.1). */
ddds_status ddds_sip_read_services(const struct ddds_application *self,
                                   const char *text,
                                   struct ddds_services *services,
                                   struct ddds_error *error);

/* Tags of RFC 3958; x-eduroam:radius.tls means radius.tls.tcp, too. */
ddds_status ddds_radius_read_services(const struct ddds_application *self,
                                      const char *text,
                                      struct ddds_services *services,
                                      struct ddds_error *error);

#endif
